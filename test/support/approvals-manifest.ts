/** A manifest whose Workflows ask in every way, for a Worker of the samples and fixtures. @param approvers As YAML. */
export function approvalsManifest(taskQueue: string, approvers: string): string {
  return `    defaults: { workflow: { taskQueue: ${taskQueue} }, ttl: 10 minutes }
    tools:
      delete_file:
        title: Delete a file
        workflow: confirmDelete
        input: { type: object, properties: { filename: { type: string } } }
        access: { approvers: ${approvers} }
      buy:
        workflow: purchase
        input: { type: object, properties: { item: { type: string }, cents: { type: integer } } }
        access: { approvers: ${approvers} }
        questions:
          approval:
            when: { from: { query: getPurchase, path: state }, is: awaiting approval }
            message: Approve {item}?
            properties: { approved: { type: boolean } }
            required: [ approved ]
            answer: { signal: approve, arguments: [ approved, { expression: '$principal.subject' } ] }
      expenses:
        workflow: reportExpenses
        input: { type: object, properties: { approvals: { type: integer } } }
        access: { approvers: ${approvers} }
        questions:
          expenses:
            when: { from: { memo: approval, path: pending } }
            message: Approve {of}?
            properties: { decision: { type: string, enum: [ 'yes', 'no', later ] } }
            required: [ decision ]
            answer: { update: decide, arguments: [ decision ] }
      unguarded:
        workflow: confirmDelete
        input: { type: object, properties: { filename: { type: string } } }`;
}
