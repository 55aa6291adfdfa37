/** Sentences that state which items a request can refer to, and sentences that look alike. */
import { expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { eligibilities } from '../../../src/toolkit/model/eligibility.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'
import { kind, text } from './smallKinds.ts'

const STATES = new Map([
  ['draft', 'status'],
  ['open', 'status'],
  ['on_hold', 'status'],
  ['internalonly', 'internalOnly'],
])

/** The states of jobs that rule out an application, by this description of its creation. */
function conditionOf(description: string): string | undefined {
  const api = createApi(
    documentOf({
      openapi: '3.1.0',
      info: { title: 'Jobs', version: '1' },
      paths: {
        ...kind('jobs', { title: text, status: text }),
        ...kind('candidates', { name: text }),
        ...kind('applications', { job_id: text, candidate_id: text }, { description }),
      },
    }),
  )
  const graph = findResources(api)
  const jobs = graph.resources.find(({ collection }) => collection === '/jobs')
  const [found] = jobs === undefined ? [] : eligibilities(api, graph, jobs, STATES)
  return found && `${found.condition.isNot ? 'not ' : ''}${found.condition.states.join(' ')}`
}

it.each<[text: string, condition: string | undefined]>([
  ['Returns 409 if the job is not open.', 'not open'],
  ['Returns 409 if the job is marked `internalOnly`.', 'internalonly'],
  ['Returns 409 if the job is internal-only.', 'internalonly'],
  ["Returns 409 if the job's status is on hold.", 'on_hold'],
  ['Returns 409 unless the job is open or on_hold.', 'not open on_hold'],
  ['`job_closed` (409): you tried to apply for a job that is not `open`.', 'not open'],
  ['The job shall be `open`; otherwise `409` is returned.', 'not open'],
  ['The job must not be a draft.', 'draft'],
  ['Candidates can only apply for open jobs (409).', 'not open'],
  ['Applications may only be filed for jobs whose status is `open`.', 'not open'],
  ['Applications can only be submitted to a job that is open or on hold.', 'not open on_hold'],
  ["Draft jobs can't be applied for.", 'draft'],
  ["Draft jobs can't be chosen.", 'draft'],
  ['Jobs that are on hold cannot be selected any more.', 'on_hold'],
  ['Draft jobs are rejected.', 'draft'],
  ['Requires an open job.', 'not open'],
  ["Jobs on hold can't be chosen.", 'on_hold'],
  ["Jobs that are on hold cannot be chosen - that's a 409 with `job_on_hold`.", 'on_hold'],
  ["Draft jobs can't be chosen: 409.", 'draft'],
  ['Jobs flagged as internal-only are turned down with 409.', 'internalonly'],
  ['Only open jobs are selected; choosing any other one fails with 409.', 'not open'],
  ['Draft jobs do not qualify, so they are refused.', 'draft'],
  ['Draft jobs are never selected.', 'draft'],
  ['Only open jobs are counted.', undefined],
  ['Jobs on hold cannot be listed.', undefined],
  ['Draft jobs do not qualify.', undefined],
  ['Jobs flagged as internal-only are shown to staff.', undefined],
  ['The job should be open.', undefined],
  ['Returns 409 if the candidate is not open.', undefined],
  ['Returns 409 if the job is not open, unless it is a transfer.', undefined],
  ['Draft jobs cannot be shown.', undefined],
  ['Discounts can only be used with open jobs.', undefined],
  ['Candidates can only apply for open jobs of their branch.', undefined],
  ['Candidates usually can only apply for open jobs.', undefined],
  ['Candidates can only withdraw from open jobs.', undefined],
  ['The job is open.', undefined],
])('%s', (description, condition) => expect(conditionOf(description)).toBe(condition))
