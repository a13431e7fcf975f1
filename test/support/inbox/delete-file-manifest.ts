/** Part of a manifest: a tool that asks before it deletes a file. @param approvers As YAML. */
export function deleteFileManifest(taskQueue: string, approvers: string): string {
  return `defaults: { workflow: { taskQueue: ${taskQueue} }, ttl: 10 minutes, task: { becomesTaskAfter: 0s } }
tools:
  delete_file:
    title: Delete a file
    workflow: confirmDelete
    input: { type: object, properties: { filename: { type: string } } }
    access: { approvers: ${approvers} }`;
}
