/** The name that was meant by one that there is not; `undefined` where none resembles it. */
export type Suggest = (name: string, known: Iterable<string>) => string | undefined;
