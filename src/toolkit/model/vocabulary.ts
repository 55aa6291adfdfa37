/**
 * Names that the model recognizes: identifiers, lists, pagination, sorting, filters, errors and roles of properties.
 * Compare names in their `normal` form. Some rules of `conformance` still have lists of their own.
 */

export const normal = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

export const lastSegment = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .at(-1) ?? ''

/** The English singular, as far as paths need it. */
export const singularOf = (word: string): string =>
  /ies$/i.test(word)
    ? word.replace(/ies$/i, 'y')
    : /(ss|us)$/i.test(word)
      ? word
      : /(x|ch|sh|s)es$/i.test(word)
        ? word.replace(/es$/i, '')
        : word.replace(/s$/i, '')

/** Whether a property is the identifier of its resource. */
export const isIdName = (name: string): boolean => /^_?(id|uuid|uid|gid)$/i.test(name)

/** The same, or a name with such an ending. */
export const isKeyName = (name: string): boolean =>
  /^(_?id|uuid|uid|guid|gid|sid|ulid|slug|key)$|(_g?id|Id)$/.test(name)

/** Properties of a response next to the one that wraps the resource. */
export const isBeside = (name: string): boolean =>
  /^(meta|metadata|links|_links|included|jsonapi|success|ok|status|message|request_?id|errors?|warnings)$/i.test(
    name,
  )

/** Properties that contain the items of a list, besides the name of the collection. */
export const LIST_NAMES = [
  'items',
  'data',
  'results',
  'values',
  'entries',
  'rows',
  'records',
  'list',
  'elements',
]

/** Properties that contain metadata of a resource, such as its id. */
export const ABOUT = /^(meta|metadata|sys|system|header)$/i

/** Identifiers of resources without an id. */
export const KEY_NAMES = ['key', 'slug', 'code', 'name', 'username', 'token']

export const LIMITS = [
  'limit',
  'pagesize',
  'perpage',
  'size',
  'maxresults',
  'count',
  'first',
  'take',
  'maxitems',
  'itemsperpage',
  'top',
  'rows',
  'maxpagesize',
]
export const CURSORS = [
  'cursor',
  'pagetoken',
  'after',
  'startingafter',
  'continuationtoken',
  'nexttoken',
  'marker',
  'starttoken',
]
export const PAGES = ['page', 'pagenumber', 'pageindex', 'p']
export const OFFSETS = ['offset', 'skip', 'start', 'startindex']
export const NEXT = [
  'nextcursor',
  'nextpagetoken',
  'next',
  'cursor',
  'nexttoken',
  'continuationtoken',
  'endcursor',
  'after',
  'nextmarker',
]
export const NEXT_ADDRESS = [
  'next',
  'nextpage',
  'nexturl',
  'nextpageurl',
  'nextlink',
  'nextoffset',
  'odatanextlink',
]
export const MORE = ['hasmore', 'hasnext', 'hasnextpage', 'more', 'truncated', 'istruncated']

/** Properties that contain pagination data. */
export const PAGES_IN = /page|paging|pagination|meta|links|cursor/i

export const isCursorHeader = (name: string): boolean =>
  /^x?(pagination)?((next)?(cursor|pagetoken|continuationtoken|continuation|marker)|nexttoken|nextpage)$/.test(
    normal(name),
  )

/** Whether a property or a header contains the number of items of all pages. */
export const isTotal = (name: string): boolean =>
  /^(x?(pagination)?total(count|items?|results|elements|records|hits)?|numfound|odatacount|itemstotal)$/.test(
    normal(name),
  )

export const PAGE_COUNTS = /^(totalpages?|pagecount|pages|numpages|numberofpages|pagetotal)$/
export const PREVIOUS = ['previous', 'prev', 'prevpage', 'previouspage', 'prevurl', 'prevlink', 'previousurl']

/** Parameters for the property and for the direction to sort by. */
export const SORTS = [
  'sort',
  'sortby',
  'orderby',
  'sortfield',
  'ordering',
  'sortkey',
  'sortcolumn',
  'orderfield',
]
export const SORT_DIRECTIONS = [
  'order',
  'direction',
  'sortorder',
  'sortdirection',
  'dir',
  'sortdir',
  'orderdirection',
  'orderdir',
]

/** Parameters that select the form of the response, not the items. */
export const SHAPES = /^(fields?|include|expand|embed|select|view|format)/

/** Parameters that accept the id of the last item, where the response has no cursor. */
export const isAfterItem = (name: string): boolean =>
  /^(startingafter|after(id)?|sinceid|lastid)$/.test(normal(name))

/** Parameters that accept the id of the first item, for the previous page. */
export const isBeforeItem = (name: string): boolean =>
  /^(endingbefore|before(id)?|beforeid|untilid)$/.test(normal(name))

/** Properties that are plain data although a path parameter has the same name. */
export const GENERAL_WORDS = [
  'id',
  'name',
  'key',
  'slug',
  'code',
  'title',
  'type',
  'reference',
  'language',
  'locale',
  'path',
  'currency',
  'country',
  'region',
  'date',
  'status',
  'number',
]

/** Property names that are common words in descriptions. */
export const COMMON_WORDS = ['name', 'type', 'title', 'value', 'description', 'state', 'text', 'time', 'date']

/** Two parameters that are one filter: the name of a property, and its value. */
export const isFilterName = (name: string): boolean =>
  /^(filter|search)(by|field|key|column|property|on)$/.test(normal(name))
export const isFilterValue = (name: string): boolean =>
  /^(filter|search)(value|term|text)$/.test(normal(name))

/** Parameters that search all strings of an item. */
export const isSearch = (name: string): boolean =>
  /^(q|query|search|searchtext|searchquery|text|term|keywords?)$/.test(normal(name))

/** `namePrefix`, `starts_with_name`. */
const BEGINS = /^(.+?)(prefix|startswith|beginswith)$|^(?:prefix|startswith|beginswith)(.+)$/
/** @returns the rest of the name, in its `normal` form */
export function beginningOf(name: string): string | undefined {
  const [, before, , after] = BEGINS.exec(normal(name)) ?? []
  return before ?? after
}

/** Suffixes for a comparison: `name[contains]`, `title__like`, `titleSearch`. */
export const PART_SUFFIX = /(?<=.)(\[|_{1,2}|(?=[A-Z]))(i?contains|like|search|prefix|i?starts_?with)\]?$/i

/** Suffixes for a part of an entry: `tag_name` filters by `tags`. */
export const KIND_SUFFIX = /_?(names?|ids?|keys?|slugs?)$/i

/** Properties that identify an embedded resource. */
export const NAMING = ['id', 'gid', 'uuid', 'sid', 'login', 'username', 'email', 'key', 'code', 'slug']

/** Values of a filter that match every item. */
export const isEverything = (value: unknown): boolean =>
  /^(all|any|both|every|everything|\*)$/i.test(String(value))
/** Values of a filter that no item has. */
export const isNoValue = (value: unknown): boolean =>
  isEverything(value) || /^(none|either)$/i.test(String(value))

/** Words in names of parameters for a lower and an upper bound. */
export const FROM = 'from|since|after|gte|gt|min|minimum|start|newerthan'
export const UNTIL = 'until|before|to|lte|lt|max|maximum|end|olderthan'

/** Names of properties by role. */
const ROLES = {
  createdAt:
    /^(created|inserted|registered|occurred|recorded)(at|on|date|time)?$|^(creation|create|registration)(date|time|timestamp)$|^date(created|added)$|^timestamp$/,
  updatedAt:
    /^(last)?(updated|modified|changed|edited)(at|on|date|time)?$|^(update|modification)(date|time)$|^date(updated|modified)$|^lastmodified$/,
  deletedAt: /^(deleted|removed)(at|on|date|time)$|^date(deleted|removed)$/,
  version: /^(version|revision|rev|versionnumber|lockversion|rowversion)$/,
  etag: /^(odata)?etag$/,
  secret: /secret|token|password|passphrase|apikey|privatekey|credential|signature/,
  /** A secret that the server creates and returns, not a setting of one. */
  issuedSecret:
    /^(client|signing|webhook|api|access|refresh|private|shared)?(secret|token|apikey|accesskey|password)(value|key)?$|^(secret|api|access)?key$/,
  name: /^(name|title|label|displayname|fullname|subject)$/,
  status: /^(status|state|phase|lifecycle|lifecyclestate)$/,
  count:
    /(?<!ac|dis|vis)count$|^(numberof|numof|num(?!ber)|nof)[a-z]+$|^total(items|results|elements|records|entries)$/,
  digest: /^(sha1|sha256|sha512|md5|digest|checksum|hash|fingerprint)/,
  /** Values that a server may change between two requests. */
  volatile:
    /^(last(used|seen|accessed|login)|usage|usedat|viewcount|views|age|expiresin|secondsleft|progress|attempts?|nextattempt|deliveredat|responsetime|latency)/,
  /** Values of a process that continues without requests. */
  passing:
    /^(status|state|startedat|completedat|finishedat|result|results|resultcounts|summary|verdict|error|data|output)/,
  /** Values that change with every update. */
  change: /^(updated|modified|changed|edited|lastmodified|lastupdated|version|revision|etag|rev)/,
  /** Values that identify a resource and its origin, and never change. */
  identity:
    /^(id|uid|uuid|object|kind|created|createdat|createdon|createtime|createdtime|creationtime|datecreated|createdby|creator|organizationid|tenantid|workspaceid)$/,
  /** Times that a client may set. */
  ownTime: /^(created|date|time|timestamp|published|occurred|recorded|started?|when|at)/,
  /** Values of an update that waits for confirmation. */
  pending: /^(pending|unconfirmed|unverified|requested|proposed|new|next)/,
} as const

type NameRole = keyof typeof ROLES

/** Whether properties of this role have such a name. */
export const soundsLike = (role: NameRole, name: string): boolean => ROLES[role].test(normal(name))

/** Properties of errors. */
export const ERROR_CODES = ['code', 'errorcode', 'errortype', 'type', 'status', 'reason', 'errorid']
export const ERROR_MESSAGES = [
  'message',
  'detail',
  'errordescription',
  'errormessage',
  'msg',
  'title',
  'description',
]

/** JSON Pointers at which errors name the property that is wrong; RFC 9457 leaves it to each API. */
export const ERROR_FIELDS = [
  '/error/details/field',
  '/error/field',
  '/errors/0/field',
  '/errors/0/path',
  '/errors/0/pointer',
  '/field',
  '/detail/0/loc',
  '/errors/0/source/pointer',
  '/details/0/field',
  '/error/param',
]

/** Header that makes a repetition harmless (draft-ietf-httpapi-idempotency-key-header). */
export const isIdempotencyHeader = (name: string): boolean => /^(x-)?idempotency-?key$/i.test(name)
export const isRequestId = (name: string): boolean => /^x?(request|correlation|trace)id$/.test(normal(name))
export const isRateLimitHeader = (name: string): boolean =>
  /^x?ratelimit(limit|remaining|reset|policy)?$/.test(normal(name))
