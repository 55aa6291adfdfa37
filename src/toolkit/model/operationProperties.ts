/** The properties that an operation sends and receives, and the operation that sets the status of an item. */
import type { Json } from '../openapi/document.ts'
import { branchesOf, type Direction, isAbsent, kindsOf, membersOf, viewOf } from '../schema/view.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { descriptionOf, saysCreatesElse } from './description.ts'
import { listItems } from './listPlace.ts'
import type { Resource } from './resources.ts'
import { choicesIn, hasRole, type Status } from './roles.ts'
import { lastSegment, leadsTo, soundsLike } from './vocabulary.ts'
import { thingSchema } from './wrapping.ts'

/** The properties of the operation's success response, without write-only ones. */
export const responseProperties = (api: Api, operation: ApiOperation | undefined): Map<string, Json> =>
  propertiesFor(api, operation && thingSchema(api, operation), 'response')

/** Whether responses show an item: that of its GET, or a list. */
export const isShown = ({ read, list }: Pick<Resource, 'read' | 'list'>): boolean =>
  read !== undefined || list !== undefined

/** The properties of an item that the response of its GET shows, or else a list. */
export const shownProperties = (
  api: Api,
  { read, list }: Pick<Resource, 'read' | 'list'>,
): Map<string, Json> =>
  read === undefined && list !== undefined
    ? propertiesFor(api, listItems(api, list), 'response')
    : responseProperties(api, read)

/** The properties that an operation's body may have, without read-only ones. */
export const bodyProperties = (api: Api, operation: ApiOperation | undefined): Map<string, Json> =>
  propertiesFor(api, operation?.body?.schema, 'request')

/** The properties that a schema has in a request, or in a response. */
export function propertiesFor(
  { document }: Api,
  schema: Json | undefined,
  direction: Direction,
): Map<string, Json> {
  const view = viewOf(document, schema)
  const kinds = kindsOf(document, view).flatMap(membersOf)
  // A body has one of several forms: the properties of each, as the first one that has it declares it.
  const forms =
    direction === 'request' && kinds.length === 0 && membersOf(view).length === 0
      ? branchesOf(view)
          .flatMap((branch) => membersOf(viewOf(document, branch)))
          .reverse()
      : []
  return new Map(
    [...kinds, ...forms, ...membersOf(view)].filter(
      ([name, member]) =>
        !isAbsent(document, member, direction) &&
        !(direction === 'request' && hasRole(document, 'etag', name, member)),
    ),
  )
}

/** The operation whose body sets the status: the update, or an action of that name, as `POST /tickets/{id}/status`. */
export function setterOf(api: Api, { item, update }: Resource, status: Status): ApiOperation | undefined {
  const { property, values } = status
  const choices = (one: ApiOperation, name: string) =>
    choicesIn(api.document, bodyProperties(api, one).get(name))
  if (update !== undefined && choices(update, property).length > 0) return update
  // `PUT /tickets/{id}/status`
  const puts = api.operations.filter(
    ({ method, path }) => /^(?:PUT|PATCH)$/.test(method) && path === `${item}/${lastSegment(path)}`,
  )
  return [...actionsOn(api, item), ...puts].find((one) => {
    const isNamed =
      soundsLike('status', lastSegment(one.path)) || leadsTo('transition', lastSegment(one.path))
    const own = isNamed ? choices(one, settingProperty(api, one, status)) : []
    return own.length > 0 && own.every((state) => values.includes(state))
  })
}

/** The property of the body that sets the status: `to` of `POST /tasks/{id}/transition`. */
export function settingProperty(
  api: Api,
  setter: ApiOperation | undefined,
  { property, values }: Status,
): string {
  const sent = [...bodyProperties(api, setter)]
  const isSame = sent.some(([name]) => name === property)
  const [other, ...further] = isSame
    ? []
    : sent.filter(([, schema]) => {
        const own = choicesIn(api.document, schema)
        return own.length > 1 && own.every((state) => values.includes(state))
      })
  return other !== undefined && further.length === 0 ? other[0] : property
}

/** The states to which that operation can set the status. */
export const settable = (api: Api, resource: Resource, status: Status): string[] => {
  const setter = setterOf(api, resource, status)
  return choicesIn(api.document, bodyProperties(api, setter).get(settingProperty(api, setter, status)))
}

/** Whether a PUT may create what it does not find (RFC 9110, 9.3.4): it declares 201, or its text promises it. */
export const mayCreate = ({ method, responses, operation }: ApiOperation): boolean =>
  method === 'PUT' &&
  (responses.has('201') || [String(operation.summary ?? ''), descriptionOf(operation)].some(saysCreatesElse))
