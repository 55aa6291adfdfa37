import type { ReportSection } from '../../../../../generated/openapi.v1.ts'
import type { Page } from '../../../../../src/service/features/reports/exports/page.ts'

/** A completed report of the given sections. */
export const pageOf = (sections: ReportSection[]): Page => ({
  id: 'report_01m6eccfc0fzevwtbd9zqmvevj',
  object: 'report',
  name: 'A report',
  type: 'prompt_usage',
  templateId: 'template_01m3v7me00ek2v3mwbsax9r214',
  parameters: {},
  status: 'completed',
  error: null,
  createdAt: '2026-11-02T15:00:00.000Z',
  completedAt: '2026-11-02T15:00:02.000Z',
  createdBy: 'user_01m3v7me00fwmbq8eed7gnc6z7',
  data: { subject: 'All prompts', generatedAt: '2026-11-02T15:00:02.000Z', sections },
})
