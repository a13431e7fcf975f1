/** Returns the known name that is most like an unknown one; `undefined` if no name is similar. */
export type Suggest = (name: string, known: Iterable<string>) => string | undefined;
