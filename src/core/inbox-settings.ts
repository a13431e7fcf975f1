/** The web page on which people answer what tasks ask. */
export interface InboxSettings {
  readonly enabled: boolean;
  /** Its public URL, without a slash at the end. Absent: nobody is sent there by a link. */
  readonly url?: string;
}
