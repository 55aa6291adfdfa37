/** The functions of templates for other features. */
import type { Template } from '../../../../generated/openapi.v1.ts'
import { builtInTemplates } from './builtIn.ts'

/** Undefined when there is none with this id. */
export function findTemplate(id: string): Template | undefined {
  return builtInTemplates.find((template) => template.id === id)
}
