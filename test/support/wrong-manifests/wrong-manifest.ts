/** An invalid manifest. */
export interface WrongManifest {
  /** Names the mistake, in test titles. */
  readonly what: string;
  readonly text: string;
  /** The text of the server's file; absent where the manifest names none. */
  readonly server?: string;
  /**
   * All messages in the order of the files: line, column, path, and the remedy. Those of the server's file begin with
   * its name.
   */
  readonly problems: readonly string[];
}

/** A valid tool. Tests append keys of its Workflow or of the tool. */
export const TOOL = `tools:
  a:
    workflow:
      type: placeOrder
      taskQueue: orders
`;
