// Made by `npm run generate` from openapi/v1/openapi.yaml; change that instead.

import type { Handlers } from '../http/handler.ts'
import { listPrompts } from './prompts/listPrompts.ts'
import { createPrompt } from './prompts/createPrompt.ts'
import { getPrompt } from './prompts/getPrompt.ts'
import { deletePrompt } from './prompts/deletePrompt.ts'
import { updatePrompt } from './prompts/updatePrompt.ts'
import { listPromptVersions } from './prompts/listPromptVersions.ts'
import { createPromptVersion } from './prompts/createPromptVersion.ts'
import { executePrompt } from './prompts/executePrompt.ts'
import { listWebhooks } from './webhooks/listWebhooks.ts'
import { createWebhook } from './webhooks/createWebhook.ts'
import { getWebhook } from './webhooks/getWebhook.ts'
import { deleteWebhook } from './webhooks/deleteWebhook.ts'
import { listWebhookDeliveries } from './webhooks/listWebhookDeliveries.ts'

export const handlers: Handlers = {
  listPrompts,
  createPrompt,
  getPrompt,
  deletePrompt,
  updatePrompt,
  listPromptVersions,
  createPromptVersion,
  executePrompt,
  listWebhooks,
  createWebhook,
  getWebhook,
  deleteWebhook,
  listWebhookDeliveries,
}
