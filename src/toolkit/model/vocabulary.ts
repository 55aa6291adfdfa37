/**
 * Every name by which the toolkit understands an API: of identifiers, lists, pages, sorting, filters and roles. No other
 * module tests the name of a property or of a parameter; names are compared by their `normal` form.
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

/** Whether a property by its name is the identifier of the thing that it stands in. */
export const isIdName = (name: string): boolean => /^_?(id|uuid|uid|gid)$/i.test(name)

/** The same, or a name with such an ending. */
export const isKeyName = (name: string): boolean =>
  /^(_?id|uuid|uid|guid|gid|sid|ulid|slug|key)$|(_g?id|Id)$/.test(name)

/** What may stand beside the thing in a response without being of it. */
export const isBeside = (name: string): boolean =>
  /^(meta|metadata|links|_links|included|jsonapi|success|ok|status|message|request_?id|errors?|warnings)$/i.test(
    name,
  )

/** Properties that hold the items of a list, beside the name of the collection. */
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

/** Members that hold what is said about a thing, its id among it. */
export const ABOUT = /^(meta|metadata|sys|system|header)$/i

/** Names by which a thing is known where it has no id. */
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

/** Members that tell of pages. */
export const PAGES_IN = /page|paging|pagination|meta|links|cursor/i

export const isCursorHeader = (name: string): boolean =>
  /^x?(pagination)?((next)?(cursor|pagetoken|continuationtoken|continuation|marker)|nexttoken|nextpage)$/.test(
    normal(name),
  )

/** Whether a member or a header by its name says how many items a whole list has. */
export const isTotal = (name: string): boolean =>
  /^(x?(pagination)?total(count|items?|results|elements|records|hits)?|numfound|odatacount|itemstotal)$/.test(
    normal(name),
  )

export const PAGE_COUNTS = /^(totalpages?|pagecount|pages|numpages|numberofpages|pagetotal)$/
export const PREVIOUS = ['previous', 'prev', 'prevpage', 'previouspage', 'prevurl', 'prevlink', 'previousurl']

/** Parameters that name the property, and the way, by which a list is sorted. */
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

/** Parameters that ask for a form of the answer and leave the items as they are. */
export const SHAPES = /^(fields?|include|expand|embed|select|view|format)/

/** A parameter without a cursor in the answer: the identifier of the last item that was seen. */
export const isAfterItem = (name: string): boolean =>
  /^(startingafter|after(id)?|sinceid|lastid)$/.test(normal(name))

/** The like for the page before: the identifier of the first item that was seen. */
export const isBeforeItem = (name: string): boolean =>
  /^(endingbefore|before(id)?|beforeid|untilid)$/.test(normal(name))

/** Words that a thing has of itself, so that another thing of this name is not meant. */
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

/** Names of properties that are also common words of descriptions, which do not name a property by them. */
export const COMMON_WORDS = ['name', 'type', 'title', 'value', 'description', 'state', 'text', 'time', 'date']

/** Two parameters that are one filter: the name of a property, and its value. */
export const isFilterName = (name: string): boolean =>
  /^(filter|search)(by|field|key|column|property|on)$/.test(normal(name))
export const isFilterValue = (name: string): boolean =>
  /^(filter|search)(value|term|text)$/.test(normal(name))

/** Parameters that look for a text in whatever an item says. */
export const isSearch = (name: string): boolean =>
  /^(q|query|search|searchtext|searchquery|text|term|keywords?)$/.test(normal(name))

/** `namePrefix`, `starts_with_name`: the filter compares the beginning. */
const BEGINS = /^(.+?)(prefix|startswith|beginswith)$|^(?:prefix|startswith|beginswith)(.+)$/
/** @returns the rest of the name, in its `normal` form */
export function beginningOf(name: string): string | undefined {
  const [, before, , after] = BEGINS.exec(normal(name)) ?? []
  return before ?? after
}

/** `name[contains]`, `title__like`, `titleSearch`: the ending says how the property is compared. */
export const PART_SUFFIX = /(?<=.)(\[|_{1,2}|(?=[A-Z]))(i?contains|like|search|prefix|i?starts_?with)\]?$/i

/** `tag_name` filters by `tags`: what of the entry is compared. */
export const KIND_SUFFIX = /_?(names?|ids?|keys?|slugs?)$/i

/** What names a thing that stands in another. */
export const NAMING = ['id', 'gid', 'uuid', 'sid', 'login', 'username', 'email', 'key', 'code', 'slug']

/** Choices of a filter that leave every item in the list. */
export const isEverything = (value: unknown): boolean =>
  /^(all|any|both|every|everything|\*)$/i.test(String(value))
/** Choices of a filter that no item has as its value. */
export const isNoValue = (value: unknown): boolean =>
  isEverything(value) || /^(none|either)$/i.test(String(value))

/** Words of a parameter's name that bound a property from below and from above. */
export const FROM = 'from|since|after|gte|gt|min|minimum|start|newerthan'
export const UNTIL = 'until|before|to|lte|lt|max|maximum|end|olderthan'

/** What a property is, by its name alone. */
const ROLES = {
  createdAt:
    /^(created|inserted|registered|occurred|recorded)(at|on|date|time)?$|^(creation|create|registration)(date|time|timestamp)$|^date(created|added)$|^timestamp$/,
  updatedAt:
    /^(last)?(updated|modified|changed|edited)(at|on|date|time)?$|^(update|modification)(date|time)$|^date(updated|modified)$|^lastmodified$/,
  deletedAt: /^(deleted|removed)(at|on|date|time)$|^date(deleted|removed)$/,
  version: /^(version|revision|rev|versionnumber|lockversion|rowversion)$/,
  etag: /^(odata)?etag$/,
  secret: /secret|token|password|passphrase|apikey|privatekey|credential|signature/,
  /** A secret that the server makes and shows, not one of its parts or its settings. */
  issuedSecret:
    /^(client|signing|webhook|api|access|refresh|private|shared)?(secret|token|apikey|accesskey|password)(value|key)?$|^(secret|api|access)?key$/,
  name: /^(name|title|label|displayname|fullname|subject)$/,
  status: /^(status|state|phase|lifecycle|lifecyclestate)$/,
  count:
    /(?<!ac|dis|vis)count$|^(numberof|numof|num(?!ber)|nof)[a-z]+$|^total(items|results|elements|records|entries)$/,
  digest: /^(sha1|sha256|sha512|md5|digest|checksum|hash|fingerprint)/,
  /** What a server may change by itself between two looks. */
  volatile:
    /^(last(used|seen|accessed|login)|usage|usedat|viewcount|views|age|expiresin|secondsleft|progress|attempts?|nextattempt|deliveredat|responsetime|latency)/,
  /** Of a state that goes on by itself. */
  passing:
    /^(status|state|startedat|completedat|finishedat|result|results|resultcounts|summary|verdict|error|data|output)/,
  /** What tells of a change, and so changes with it. */
  change: /^(updated|modified|changed|edited|lastmodified|lastupdated|version|revision|etag|rev)/,
  /** What says what a thing is and where it comes from, and never changes. */
  identity:
    /^(id|uid|uuid|object|kind|created|createdat|createdon|createtime|createdtime|creationtime|datecreated|createdby|creator|organizationid|tenantid|workspaceid)$/,
  /** By which a client may say itself when a thing came about. */
  ownTime: /^(created|date|time|timestamp|published|occurred|recorded|started?|when|at)/,
  /** Where a change waits for somebody to confirm it. */
  pending: /^(pending|unconfirmed|unverified|requested|proposed|new|next)/,
} as const

type NameRole = keyof typeof ROLES

/** Whether a name is one that properties of this role have. */
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
