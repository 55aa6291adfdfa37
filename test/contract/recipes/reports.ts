import type { Recipes } from '../recipe.ts'
import type { World } from '../world.ts'

/** The template of prompt usage. */
export const USAGE = 'template_01m3v7me00ek2v3mwbsax9r214'

/** The template that compares versions; it needs a prompt. */
export const COMPARISON = 'template_01m3v7me00ek2v3mwbsax9r212'

const onReport = async (world: World) => ({ params: { reportId: (await world.report()).id } })

const onExport = async (world: World) => {
  const { id } = await world.report()
  const { id: exportId } = await world.call<{ id: string }>(201, 'POST', `/reports/${id}/exports`, {
    format: 'csv',
  })
  return { params: { reportId: id, exportId } }
}

export const reportRecipes = {
  listTemplates: async () => ({}),
  getTemplate: async () => ({ params: { templateId: USAGE } }),
  listReports: async () => ({}),
  createReport: async (world) => ({ body: { templateId: USAGE, name: world.unique('Report') } }),
  getReport: onReport,
  deleteReport: onReport,
  listReportExports: onReport,
  createReportExport: async (world) => ({ ...(await onReport(world)), body: { format: 'pdf' } }),
  getReportExport: onExport,
  downloadReportExport: onExport,
} satisfies Partial<Recipes>
