/**
 * A map whose entries may all be replaced at once, under those who read it. What they have found is theirs to keep; what
 * they make of all entries they have to make anew each time.
 */
export class ReplaceableMap<Value> extends Map<string, Value> {
  replace(entries: ReadonlyMap<string, Value>): void {
    const fresh = [...entries];
    this.clear();
    for (const [key, value] of fresh) this.set(key, value);
  }
}
