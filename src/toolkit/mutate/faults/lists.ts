/** Lists that ignore parameters of a request. The API model has the meaning of each parameter. */
import { allLists, type ListModel } from '../../model/apiModel.ts'
import { tokensOf } from '../../openapi/pointer.ts'
import type { Recording } from '../recording.ts'
import { fieldOf, jsonOf, queryOf, succeeded, withField, withJson, withQuery } from '../wire.ts'
import {
  editedAt,
  type Fault,
  type FaultSource,
  faultId,
  onRequests,
  onResponses,
  type Wrong,
} from './fault.ts'

type Parameterised = Extract<Wrong, { parameter: string }>['kind']
type EditQuery = (query: URLSearchParams, parameter: string) => void

const ignored: EditQuery = (query, parameter) => query.delete(parameter)

const oneMore: EditQuery = (query, parameter) => {
  const value = Number(query.get(parameter))
  if (query.has(parameter) && Number.isInteger(value)) query.set(parameter, String(value + 1))
}

export const listFaults: FaultSource = (recording) => {
  const seen = new Set(recording.exchanges.map(({ operationId }) => operationId))
  return allLists(recording.model)
    .filter(({ operationId }) => seen.has(operationId))
    .flatMap((list) => [...parameterFaults(recording, list), ...totalFaults(recording, list)])
}

function parameterFaults(recording: Recording, list: ListModel): Fault[] {
  const { operationId, pointer, filters, sorting, pagination } = list
  const used = new Set(
    recording.exchanges.flatMap((one) =>
      one.operationId === operationId ? [...queryOf(one.request).keys()] : [],
    ),
  )
  const fault = (
    kind: Parameterised,
    parameter: string | undefined,
    edit: EditQuery,
    at = pointer,
  ): Fault[] => {
    if (parameter === undefined || !used.has(parameter)) return []
    const wrong: Wrong = { kind, parameter }
    const plant = () =>
      onRequests(recording, operationId, (request) => withQuery(request, (query) => edit(query, parameter)))
    return [{ id: faultId(operationId, wrong), family: 'lists', operationId, pointer: at, wrong, plant }]
  }
  const { limit, parameter, evidence } = pagination
  return [
    ...filters.flatMap((one) => fault('filter-ignored', one.parameter, ignored, one.evidence.pointer)),
    ...fault('sort-ignored', sorting?.parameter, ignored, sorting?.evidence.pointer),
    ...fault('sort-ignored', sorting?.direction, ignored, sorting?.evidence.pointer),
    ...fault('limit-ignored', limit?.parameter, ignored, limit?.evidence.pointer),
    ...fault('limit-exceeded', limit?.parameter, oneMore, limit?.evidence.pointer),
    ...fault('page-repeated', parameter, ignored, evidence.pointer),
  ]
}

/** A total in the body or in a header that counts one too many. */
function totalFaults(recording: Recording, { operationId, pointer, total }: ListModel): Fault[] {
  if (total === undefined) return []
  const wrong: Wrong = { kind: 'total-wrong', place: total }
  const more = (value: unknown) => (typeof value === 'number' ? value + 1 : value)
  const plant = () =>
    onResponses(recording, operationId, (response) => {
      if (!succeeded(response)) return response
      if (!total.startsWith('/')) {
        const value = fieldOf(response, total)
        return value === undefined ? response : withField(response, total, String(Number(value) + 1))
      }
      const body = jsonOf(response)
      const after = editedAt(body, tokensOf(total), more)
      return JSON.stringify(after) === JSON.stringify(body) ? response : withJson(response, after)
    })
  return [{ id: faultId(operationId, wrong), family: 'lists', operationId, pointer, wrong, plant }]
}
