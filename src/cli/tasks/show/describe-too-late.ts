/** Message for a late answer. */
export function describeTooLate(key: string): string {
  return `Your answer to ${key} came too late, and counts for nothing: another one was first, or the question was withdrawn.`;
}

/** Message for the owner of a task whose answer has no effect, since only other people may answer. */
export function describeForOthers(key: string): string {
  return `Your answer to ${key} counts for nothing: you may not answer this question of your own task, somebody else must. It is open still.`;
}
