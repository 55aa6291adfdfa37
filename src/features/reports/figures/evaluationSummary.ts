import { type MakeContents, ReportImpossible } from './source.ts'

/** How an evaluation ended. */
export const evaluationSummary: MakeContents = async () => {
  throw new ReportImpossible('The evaluation of the report does not exist any more.')
}
