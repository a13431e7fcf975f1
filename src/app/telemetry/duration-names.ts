/** Histograms of seconds. */
export const DurationName = {
  operation: 'mcp.server.operation.duration',
  session: 'mcp.server.session.duration',
  question: 'temporal_mcp.question.duration',
  temporalRequest: 'temporal_mcp.temporal.request.duration',
} as const;
