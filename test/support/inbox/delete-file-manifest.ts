/** A part of a manifest: one tool, which asks before it deletes a file, and who may answer it, as YAML. */
export function deleteFileManifest(taskQueue: string, approvers: string): string {
  return `defaults: { workflow: { taskQueue: ${taskQueue} }, ttl: 10 minutes, task: { after: 0s } }
tools:
  delete_file:
    title: Delete a file
    workflow: confirmDelete
    input: { type: object, properties: { filename: { type: string } } }
    access: { approvers: ${approvers} }`;
}
