// Made by `npm run generate` from openapi/v1/openapi.yaml; change that instead.

import type { Handlers } from '../server/handler.ts'
import { listPrompts } from './prompts/listPrompts.ts'
import { createPrompt } from './prompts/createPrompt.ts'
import { deletePrompts } from './prompts/deletePrompts.ts'
import { updatePrompts } from './prompts/updatePrompts.ts'
import { getPrompt } from './prompts/getPrompt.ts'
import { deletePrompt } from './prompts/deletePrompt.ts'
import { updatePrompt } from './prompts/updatePrompt.ts'
import { listPromptVersions } from './prompts/listPromptVersions.ts'
import { createPromptVersion } from './prompts/createPromptVersion.ts'
import { executePrompt } from './prompts/executePrompt.ts'
import { getPromptVersion } from './prompts/getPromptVersion.ts'
import { getPromptLabel } from './prompts/getPromptLabel.ts'
import { putPromptLabel } from './prompts/putPromptLabel.ts'
import { deletePromptLabel } from './prompts/deletePromptLabel.ts'
import { comparePromptVersions } from './prompts/comparePromptVersions.ts'
import { renderPrompt } from './prompts/renderPrompt.ts'
import { listPromptExecutions } from './prompts/listPromptExecutions.ts'
import { getPromptExecution } from './prompts/getPromptExecution.ts'
import { listFolders } from './folders/listFolders.ts'
import { createFolder } from './folders/createFolder.ts'
import { deleteFolders } from './folders/deleteFolders.ts'
import { updateFolders } from './folders/updateFolders.ts'
import { getFolder } from './folders/getFolder.ts'
import { deleteFolder } from './folders/deleteFolder.ts'
import { updateFolder } from './folders/updateFolder.ts'
import { listDatasets } from './datasets/listDatasets.ts'
import { createDataset } from './datasets/createDataset.ts'
import { deleteDatasets } from './datasets/deleteDatasets.ts'
import { updateDatasets } from './datasets/updateDatasets.ts'
import { getDataset } from './datasets/getDataset.ts'
import { deleteDataset } from './datasets/deleteDataset.ts'
import { updateDataset } from './datasets/updateDataset.ts'
import { listDatasetItems } from './datasets/listDatasetItems.ts'
import { createDatasetItems } from './datasets/createDatasetItems.ts'
import { getDatasetItem } from './datasets/getDatasetItem.ts'
import { deleteDatasetItem } from './datasets/deleteDatasetItem.ts'
import { updateDatasetItem } from './datasets/updateDatasetItem.ts'
import { listDatasetVersions } from './datasets/listDatasetVersions.ts'
import { importDatasetItems } from './datasets/importDatasetItems.ts'
import { exportDatasetItems } from './datasets/exportDatasetItems.ts'
import { listEvaluations } from './evaluations/listEvaluations.ts'
import { createEvaluation } from './evaluations/createEvaluation.ts'
import { getEvaluation } from './evaluations/getEvaluation.ts'
import { deleteEvaluation } from './evaluations/deleteEvaluation.ts'
import { listEvaluationResults } from './evaluations/listEvaluationResults.ts'
import { getEvaluationResult } from './evaluations/getEvaluationResult.ts'
import { cancelEvaluation } from './evaluations/cancelEvaluation.ts'
import { retryEvaluation } from './evaluations/retryEvaluation.ts'
import { listWebhooks } from './webhooks/listWebhooks.ts'
import { createWebhook } from './webhooks/createWebhook.ts'
import { deleteWebhooks } from './webhooks/deleteWebhooks.ts'
import { updateWebhooks } from './webhooks/updateWebhooks.ts'
import { getWebhook } from './webhooks/getWebhook.ts'
import { deleteWebhook } from './webhooks/deleteWebhook.ts'
import { updateWebhook } from './webhooks/updateWebhook.ts'
import { listWebhookDeliveries } from './webhooks/listWebhookDeliveries.ts'
import { getWebhookDelivery } from './webhooks/getWebhookDelivery.ts'
import { resendWebhookDelivery } from './webhooks/resendWebhookDelivery.ts'
import { replayWebhookEvents } from './webhooks/replayWebhookEvents.ts'
import { getWebhookReplay } from './webhooks/getWebhookReplay.ts'
import { rotateWebhookSecret } from './webhooks/rotateWebhookSecret.ts'
import { sendTestEvent } from './webhooks/sendTestEvent.ts'
import { listModels } from './models/listModels.ts'
import { listTemplates } from './templates/listTemplates.ts'
import { getTemplate } from './templates/getTemplate.ts'
import { listReports } from './reports/listReports.ts'
import { createReport } from './reports/createReport.ts'
import { getReport } from './reports/getReport.ts'
import { deleteReport } from './reports/deleteReport.ts'
import { listReportExports } from './reports/listReportExports.ts'
import { createReportExport } from './reports/createReportExport.ts'
import { getReportExport } from './reports/getReportExport.ts'
import { downloadReportExport } from './reports/downloadReportExport.ts'
import { listOAuthClients } from './oauth/listOAuthClients.ts'
import { createOAuthClient } from './oauth/createOAuthClient.ts'
import { getOAuthClient } from './oauth/getOAuthClient.ts'
import { deleteOAuthClient } from './oauth/deleteOAuthClient.ts'
import { updateOAuthClient } from './oauth/updateOAuthClient.ts'
import { rotateOAuthClientSecret } from './oauth/rotateOAuthClientSecret.ts'
import { rotateOAuthClientSecretFormerly } from './oauth/rotateOAuthClientSecretFormerly.ts'
import { getOrganization } from './organization/getOrganization.ts'
import { updateOrganization } from './organization/updateOrganization.ts'
import { listMembers } from './organization/listMembers.ts'
import { inviteMember } from './organization/inviteMember.ts'
import { getMember } from './organization/getMember.ts'
import { removeMember } from './organization/removeMember.ts'
import { updateMember } from './organization/updateMember.ts'
import { listApiKeys } from './organization/listApiKeys.ts'
import { createApiKey } from './organization/createApiKey.ts'
import { getApiKey } from './organization/getApiKey.ts'
import { revokeApiKey } from './organization/revokeApiKey.ts'
import { updateApiKey } from './organization/updateApiKey.ts'
import { rotateApiKey } from './organization/rotateApiKey.ts'
import { getSubscription } from './organization/getSubscription.ts'
import { listAuditLog } from './organization/listAuditLog.ts'

export const handlers: Handlers = {
  listPrompts,
  createPrompt,
  deletePrompts,
  updatePrompts,
  getPrompt,
  deletePrompt,
  updatePrompt,
  listPromptVersions,
  createPromptVersion,
  executePrompt,
  getPromptVersion,
  getPromptLabel,
  putPromptLabel,
  deletePromptLabel,
  comparePromptVersions,
  renderPrompt,
  listPromptExecutions,
  getPromptExecution,
  listFolders,
  createFolder,
  deleteFolders,
  updateFolders,
  getFolder,
  deleteFolder,
  updateFolder,
  listDatasets,
  createDataset,
  deleteDatasets,
  updateDatasets,
  getDataset,
  deleteDataset,
  updateDataset,
  listDatasetItems,
  createDatasetItems,
  getDatasetItem,
  deleteDatasetItem,
  updateDatasetItem,
  listDatasetVersions,
  importDatasetItems,
  exportDatasetItems,
  listEvaluations,
  createEvaluation,
  getEvaluation,
  deleteEvaluation,
  listEvaluationResults,
  getEvaluationResult,
  cancelEvaluation,
  retryEvaluation,
  listWebhooks,
  createWebhook,
  deleteWebhooks,
  updateWebhooks,
  getWebhook,
  deleteWebhook,
  updateWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  resendWebhookDelivery,
  replayWebhookEvents,
  getWebhookReplay,
  rotateWebhookSecret,
  sendTestEvent,
  listModels,
  listTemplates,
  getTemplate,
  listReports,
  createReport,
  getReport,
  deleteReport,
  listReportExports,
  createReportExport,
  getReportExport,
  downloadReportExport,
  listOAuthClients,
  createOAuthClient,
  getOAuthClient,
  deleteOAuthClient,
  updateOAuthClient,
  rotateOAuthClientSecret,
  rotateOAuthClientSecretFormerly,
  getOrganization,
  updateOrganization,
  listMembers,
  inviteMember,
  getMember,
  removeMember,
  updateMember,
  listApiKeys,
  createApiKey,
  getApiKey,
  revokeApiKey,
  updateApiKey,
  rotateApiKey,
  getSubscription,
  listAuditLog,
}
