/** What is said to somebody whose answer counts for nothing. */
export function describeTooLate(key: string): string {
  return `Your answer to ${key} came too late, and counts for nothing: another one was first, or the question was withdrawn.`;
}
