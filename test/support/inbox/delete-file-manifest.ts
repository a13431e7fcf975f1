/** A part of a manifest: one tool, which asks before it deletes a file, and who may answer it, as YAML. */
export function deleteFileManifest(taskQueue: string, approvers: string): string {
  return `
defaults: { taskQueue: "${taskQueue}", ttl: 10 minutes, becomesTask: always }
tools:
  delete_file:
    title: Delete a file
    workflow: confirmDelete
    input: { type: object, properties: { filename: { type: string } } }
    approvers: ${approvers}`;
}
