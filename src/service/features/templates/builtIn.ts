/** The templates that are part of the service. Their ids never change: clients retain them. */
import type { ReportFormat, Template } from '../../../../generated/openapi.v1.ts'

const FORMATS: readonly ReportFormat[] = ['pdf', 'docx', 'html', 'md', 'csv', 'json']

const period = {
  from: {
    type: 'string',
    format: 'date',
    description: 'First day (UTC); 29 days before `to` when left out.',
  },
  to: { type: 'string', format: 'date', description: 'Last day (UTC); today when left out.' },
}
const onePrompt = { type: 'string', description: 'Only this prompt; all prompts when left out.' }

const parametersSchema = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  ...(required.length > 0 && { required }),
  properties,
})

type Definition = Pick<Template, 'id' | 'name' | 'description' | 'type' | 'sections' | 'parametersSchema'>

const definitions: readonly Definition[] = [
  {
    id: 'template_01m3v7me00ek2v3mwbsax9r213',
    name: 'Cost and latency',
    description: 'Cost and latency of executions over time, by model and by prompt or version.',
    type: 'cost_latency',
    sections: [
      { id: 'overview', title: 'Overview', description: 'Cost, tokens and latency of the period.' },
      { id: 'cost', title: 'Cost over time', description: 'US dollars by day, week or month.' },
      {
        id: 'latency',
        title: 'Latency over time',
        description: 'Median and 95th percentile by day, week or month.',
      },
      { id: 'models', title: 'Models', description: 'Cost and latency of each model.' },
      {
        id: 'breakdown',
        title: 'Prompts and versions',
        description: 'Cost and latency of each prompt, or of each version of the one prompt.',
      },
    ],
    parametersSchema: parametersSchema({ promptId: onePrompt, ...period }),
  },
  {
    id: 'template_01m3v7me00ek2v3mwbsax9r211',
    name: 'Evaluation summary',
    description: 'How an evaluation ended: verdict, pass rate, scores, and every case.',
    type: 'evaluation_summary',
    sections: [
      { id: 'overview', title: 'Overview', description: 'Verdict and figures of the whole run.' },
      { id: 'scorers', title: 'Scorers', description: 'Verdicts of each scorer.' },
      { id: 'cases', title: 'Cases', description: 'Every case with its outcome, the failed ones first.' },
    ],
    parametersSchema: parametersSchema(
      { evaluationId: { type: 'string', description: 'The evaluation, which must have ended.' } },
      ['evaluationId'],
    ),
  },
  {
    id: 'template_01m3v7me00ek2v3mwbsax9r214',
    name: 'Prompt usage',
    description: 'How often prompts were executed in a period, over time, by prompt or version and by model.',
    type: 'prompt_usage',
    sections: [
      { id: 'overview', title: 'Overview', description: 'The period in figures.' },
      {
        id: 'timeline',
        title: 'Executions over time',
        description: 'Succeeded and failed executions by day, week or month.',
      },
      {
        id: 'breakdown',
        title: 'Prompts and versions',
        description: 'Executions of each prompt, or of each version of the one prompt.',
      },
      { id: 'models', title: 'Models', description: 'Executions of each model.' },
    ],
    parametersSchema: parametersSchema({ promptId: onePrompt, ...period }),
  },
  {
    id: 'template_01m3v7me00ek2v3mwbsax9r212',
    name: 'Version comparison',
    description: 'Versions of a prompt side by side: success, latency, tokens and cost, and what changed.',
    type: 'version_comparison',
    sections: [
      { id: 'overview', title: 'Overview', description: 'The versions in figures.' },
      {
        id: 'changes',
        title: 'Change against the first',
        description: 'How the figures of each version differ from those of the first one.',
      },
      { id: 'contents', title: 'Changes', description: 'The lines that differ, and the settings.' },
    ],
    parametersSchema: parametersSchema(
      {
        promptId: { type: 'string', description: 'The prompt.' },
        versions: {
          type: 'array',
          items: { type: 'integer' },
          minItems: 2,
          maxItems: 5,
          description: 'The versions; the last two when left out.',
        },
        ...period,
      },
      ['promptId'],
    ),
  },
]

/** In the order of their names. */
export const builtInTemplates: readonly Template[] = definitions.map(
  ({ id, name, description, type, sections, ...definition }) => ({
    id,
    object: 'template',
    name,
    description,
    type,
    sections,
    parametersSchema: definition.parametersSchema,
    formats: [...FORMATS],
    builtIn: true,
  }),
)
