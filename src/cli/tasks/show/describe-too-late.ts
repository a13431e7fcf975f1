/** Message for a late answer. */
export function describeTooLate(key: string): string {
  return `Your answer to ${key} came too late, and counts for nothing: another one was first, or the question was withdrawn.`;
}

/** Says to the owner of a task that their answer counts for nothing, although the question is open. */
export function describeForOthers(key: string): string {
  return `Your answer to ${key} counts for nothing: you may not answer this question of your own task, somebody else must. It is open still.`;
}
