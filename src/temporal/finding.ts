/** One thing that was looked at. */
export interface Finding {
  /** `warning`: it works, but not as the manifest reads. `problem`: calls will not work. */
  readonly level: 'ok' | 'warning' | 'problem';
  readonly message: string;
}
