import { notFound } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import { findTemplate } from './queries.ts'

/** GET /templates/{templateId}: reads one template. */
export const getTemplate: Handler<'getTemplate'> = async ({ params }) => {
  const template = findTemplate(params.templateId)
  if (template === undefined) throw notFound('template')
  return { status: 200, body: template }
}
