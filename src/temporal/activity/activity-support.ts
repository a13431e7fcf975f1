import type { TemporalCalls } from '../link/temporal-calls.js';

/** Whether the namespace has Standalone Activities, and the version of its service. */
export async function readActivitySupport(
  calls: TemporalCalls,
): Promise<{ readonly hasActivities: boolean; readonly version: string }> {
  return calls.run(async ({ workflowService, options: { namespace } }) => {
    const { namespaceInfo } = await workflowService.describeNamespace({ namespace });
    const { serverVersion } = await workflowService.getSystemInfo({});
    return {
      hasActivities: namespaceInfo?.capabilities?.standaloneActivities === true,
      version: serverVersion,
    };
  });
}
