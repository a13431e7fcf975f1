{{- define "mcp.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "mcp.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "mcp.labels" -}}
{{ include "mcp.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 }}
{{- end -}}

{{- define "mcp.metadata" -}}
name: {{ include "mcp.name" . }}
namespace: {{ .Release.Namespace }}
labels:
  {{- include "mcp.labels" . | nindent 2 }}
{{- end -}}

{{- define "mcp.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "mcp.name" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end -}}

{{/* The ConfigMap with the manifest. */}}
{{- define "mcp.manifest" -}}
{{- if .Values.manifest -}}
{{- include "mcp.name" . -}}
{{- else -}}
{{- required "Give the tools: manifest, or existingManifest.configMap." .Values.existingManifest.configMap -}}
{{- end -}}
{{- end -}}

{{- define "mcp.manifestKey" -}}
{{- ternary "mcp-tasks.yaml" .Values.existingManifest.key (not (empty .Values.manifest)) -}}
{{- end -}}
