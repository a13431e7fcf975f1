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

{{/* The volume with the manifest and the settings of the server, which may be in two ConfigMaps. */}}
{{- define "mcp.configuration" -}}
{{- $own := list -}}
{{- $existing := list -}}
{{- if or .Values.manifest .Values.server -}}
{{- $own = list (include "mcp.name" .) -}}
{{- end -}}
{{- if not .Values.manifest -}}
{{- $existing = list (required "Give the tools: manifest, or existingManifest.configMap." .Values.existingManifest.configMap) -}}
{{- end -}}
name: manifest
projected:
  sources:
    {{- range concat $existing $own }}
    - configMap: { name: {{ . }} }
    {{- end }}
{{- end -}}

{{- define "mcp.manifestKey" -}}
{{- ternary "mcp-tasks.yaml" .Values.existingManifest.key (not (empty .Values.manifest)) -}}
{{- end -}}
