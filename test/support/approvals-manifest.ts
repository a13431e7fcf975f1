/** A manifest whose Workflows ask in every way, for a Worker of the samples and fixtures. @param approvers As YAML. */
export function approvalsManifest(taskQueue: string, approvers: string): string {
  return `    defaults: { workflow: { taskQueue: ${taskQueue} }, ttl: 10 minutes }
    tools:
      delete_file:
        title: Delete a file
        workflow: confirmDelete
        input: { type: object, properties: { filename: { type: string } } }
        access: { approvers: ${approvers} }
      delete_briefly:
        workflow: confirmDelete
        ttl: { default: 1s, afterEnd: 1s }
        input: { type: object, properties: { filename: { type: string } } }
        access: { approvers: ${approvers} }
      buy:
        workflow: purchase
        input: { type: object, properties: { item: { type: string }, cents: { type: integer } } }
        access: { approvers: ${approvers} }
        questions:
          approval:
            when: { query: getPurchase, value: $query.state, is: awaiting approval }
            message: Approve {item}?
            properties: { approved: { type: boolean } }
            required: [ approved ]
            answer: { signal: approve, arguments: [$answer.approved, $caller.subject] }
      expenses:
        workflow: reportExpenses
        input: { type: object, properties: { approvals: { type: integer } } }
        access: { approvers: ${approvers} }
        questions:
          expenses:
            when: { memo: approval, value: $memo.pending }
            message: Approve {$memo.of}?
            properties: { decision: { type: string, enum: [ 'yes', 'no', later ] } }
            required: [ decision ]
            answer: { update: decide, arguments: [$answer.decision] }
      unguarded:
        workflow: confirmDelete
        input: { type: object, properties: { filename: { type: string } } }`;
}
