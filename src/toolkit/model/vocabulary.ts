/**
 * Every name that the toolkit recognizes: properties, parameters, headers, path segments, states and error codes.
 * Compare names in their `normal` form.
 */
import { endsInId } from '../schema/names.ts'

export { endsInId }

export const normal = remembered((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''))

/** Texts whose results are stored. */
const MAX_REMEMBERED = 10_000

/** The function with its results stored: a document has the same names again and again. */
export function remembered<Result>(find: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size >= MAX_REMEMBERED) known.clear()
    const found = find(text)
    known.set(text, found)
    return found
  }
}

export const lastSegment = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .at(-1) ?? ''

/** Plurals of which no rule gives the singular. */
const SINGULARS: readonly (readonly [plural: RegExp, singular: string])[] = [
  [/people$/i, 'person'],
  [/(child)ren$/i, '$1'],
  [/(?<=^|wo)men$/i, 'man'],
  [/(shel|hal|wol|thie|loa|cal|scar)ves$/i, '$1f'],
  [/(kni|\bwi)ves$/i, '$1fe'],
  [/(ind|vert)ices$/i, '$1ex'],
  [/(append|matr)ices$/i, '$1ix'],
  [/(lens|[aeiouy]sis|crisis|basis|axis)$/i, '$1'],
  [/(analy|hypothe|synop|diagno|cri|the)ses$/i, '$1sis'],
  [/(quiz)zes$/i, '$1'],
  [
    /((?:mov|[rbc]ook|\b[tpld]|cal?or|zomb|hood|smooth|brown|self|gen|prair)ie|species|series|news)s?$/i,
    '$1',
  ],
  [/((?<![eo])ach|nich|avalanch|psych)es$/i, '$1e'],
]

/** The English singular, as far as paths need it. */
export function singularOf(word: string): string {
  for (const [plural, singular] of SINGULARS) if (plural.test(word)) return word.replace(plural, singular)
  if (/ies$/i.test(word)) return word.replace(/ies$/i, 'y')
  if (/(ss|us)$/i.test(word) || /(ali|canv|atl|\bbi|\bg)as$/i.test(word)) return word
  // `houses`, `cases`, `licenses` and `courses` have the singular `-se`, and `statuses`, `aliases` and `addresses` have `-s`.
  const isOfS =
    /(ss|(ali|canv|atl|\bbi|\bg)as|\blens|(stat|vir|bon|\bb|omnib|camp|cens|corp|radi|foc|apparat|surpl|chor|circ|cact|geni|stimul|prospect|hiat|plex|nex)us)es$/i.test(
      word,
    )
  if (/(x|ch|sh)es$/i.test(word) || isOfS) return word.replace(/es$/i, '')
  return word.replace(/s$/i, '')
}

/** The words of a name, in lower case: `order` and `created` of `orderCreated` and of `order.created`. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** A normal name without the ending of an identifier: `booking` of `booking_id`, whose `g` belongs to the word before. */
export function withoutId(name: string): string {
  const words = wordsOf(name)
  return words.length > 1 && /^(?:u|g|uu|gu)?ids?$/.test(words.at(-1) ?? '')
    ? words.slice(0, -1).join('')
    : normal(name).replace(/(?:u|g|uu|gu)?ids?$/, '')
}

/** The short form of a kind of resource, where both forms are common: `org`. */
export const shortKind = (kind: string): string => kind.replace(/organi[sz]ation$/, 'org')

/** The name of ids without the word for several: `courtId` for `courtIdArray`. */
export const withoutList = (name: string): string => name.replace(/(?<=ids?)[_-]?(?:array|list)$/i, '')

/** Whether a property is the moment at which something begins: `starts_at`, `scheduledFor`. */
export const isStart = (name: string): boolean =>
  /^(starts?|begins?|scheduled|departs|departure)$/.test(wordsOf(name)[0] ?? '')

/** Whether an identifier is one of another system: `stripe_customer_id`, `externalOrderId`. */
export const isForeign = (name: string): boolean =>
  wordsOf(name).some((word) =>
    /^(external|ext|foreign|legacy|remote|upstream|vendor|provider|partner|import(ed)?|third|stripe|paypal|google|facebook|apple|github|gitlab|slack|azure|aws|microsoft|\w+db|wikidata|musicbrainz|erp|salesforce|hubspot|shopify|xero|oauth|ldap|sso)$/.test(
      word,
    ),
  )

/** Whether a time is that of the creation only where no other property is: `timestamp` next to `created_at`. */
export const isVagueCreation = (name: string): boolean =>
  /^(timestamp|date|time|recorded|occurred|registered)/.test(normal(name))

/** Whether a property with this name is a part of an address next to the others: `state` next to `city`. */
export const isPartOfAddress = (name: string, others: readonly string[]): boolean =>
  normal(name) === 'state' &&
  others.some((other) => /^city$|^(zip|postal)(code)?$|^street$|^address(line)?\d?$/.test(normal(other)))

/** Whether a property lists the items on which a request acts: the `ids` of `POST /tickets/bulk_update`. */
export const listsItems = (name: string): boolean => normal(name) === 'ids'

/** Whether a property is the identifier of its resource. */
export const isIdName = (name: string): boolean => /^_?(id|uuid|uid|gid|oid|guid)$/i.test(name)

/** The same, a slug or a key, or a name with such an ending. */
export const isKeyName = (name: string): boolean => soundsLike('key', name) || /(_g?id|Id)$/.test(name)

/** The resource that an id parameter identifies: `prompt` for `promptId`. */
export const kindOf = (name: string): string => name.replace(/_?id$/i, '') || 'item'

/** Whether a parameter accepts the ids of several items. */
export const isIdList = (name: string): boolean => /^ids?$/.test(normal(name))

/** The resource that an id property refers to: `author` for `authorId`, '' for `id`; undefined for other properties. */
export const ownerOfId = (name: string): string | undefined => /^(.*?)[_-]?ids?$/i.exec(name)?.[1]

/** Properties of a response next to the one that wraps the resource. */
export const isSibling = (name: string): boolean =>
  /^(meta|metadata|headers?|links|_links|included|jsonapi|success|ok|status|message|request_?id|errors?|warnings)$/i.test(
    name,
  )

/** Properties that contain the items of a list, in addition to the name of the collection. */
export const LIST_NAMES = [
  'items',
  'data',
  'results',
  'result',
  'values',
  'entries',
  'rows',
  'records',
  'list',
  'elements',
  'embedded',
  'entities',
  'content',
]

/** Identifiers of resources without an id. */
export const KEY_NAMES = ['key', 'slug', 'code', 'name', 'username', 'token']

export const LIMITS = [
  'limit',
  'pagesize',
  'perpage',
  'hitsperpage',
  'resultsperpage',
  'recordsperpage',
  'rowsperpage',
  'entriesperpage',
  'size',
  'maxresults',
  'count',
  'first',
  'take',
  'maxitems',
  'maxcount',
  'maxrecords',
  'itemsperpage',
  'top',
  'rows',
  'maxpagesize',
  'pagelimit',
  'max',
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
  'iterator',
  'nextpagetoken',
  'nextcursor',
  'aftercursor',
  'pagecursor',
  'pageafter',
  'searchafter',
  'continuation',
]
/** Parameters that accept a cursor if their description is about pagination. */
export const SPOKEN_CURSORS = ['from', 'startfrom', 'startat', 'since', 'token', 'next', 'nextpage']
export const PAGES = ['page', 'pagenumber', 'pageindex', 'currentpage', 'pageno', 'pagenum', 'p', 'skippages']
export const OFFSETS = [
  'offset',
  'pageoffset',
  'skip',
  'start',
  'startindex',
  'startposition',
  'startat',
  'startrow',
  'limitstart',
]
/** Names that mean numbers of pagination also where the schema is a string. */
export const isPlainlyOfPages = (name: string): boolean =>
  /^(limit|offset|skip|page|page(number|size|limit|offset|index)|perpage|maxresults)$/.test(normal(name))

/** Parameters that count what comes before the page from 0. */
export const isSkip = (name: string): boolean => normal(name).startsWith('skip')
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
  'iterator',
]
export const NEXT_ADDRESS = [
  'next',
  'nextpage',
  'nexturl',
  'nextpageurl',
  'nextlink',
  'nextpageuri',
  'nexturi',
  'nextoffset',
  'nexthref',
  'odatanextlink',
]
/** Whether an address is that of the next page: `nextPageApi`. */
export const isNextLink = (name: string): boolean => /^next(page|results)?[a-z]{0,4}$/.test(normal(name))

export const MORE = ['hasmore', 'hasnext', 'hasnextpage', 'more', 'truncated', 'istruncated']

/** Properties that contain pagination data. */
export const PAGES_IN = /page|paging|pagination|meta|links|cursor|list_?info|^range$/i

export const isCursorHeader = (name: string): boolean =>
  /^x?(pagination)?((next)?(cursor|pagetoken|continuationtoken|continuation|marker)|nexttoken|nextpage)$/.test(
    normal(name),
  )

/** Whether a property or a header contains the number of items of all pages. */
export const isTotal = (name: string): boolean =>
  /^(x?(pagination|paging)?total(count|items?|results|elements|records|hits|entries|rows|(row|set|record|item|result)(count|size))?|(num)?found|numresults|resultcount|odatacount|itemstotal)$/.test(
    normal(name),
  )

/** Whether a property counts all items of a collection by its name: `totalSchools` and `numberOfSchools` of `/schools`. */
export const isTotalOf = (name: string, collection: string): boolean => {
  const kinds = [collection, singularOf(collection)].map(normal).filter((kind) => kind !== '')
  return kinds.some((kind) =>
    [`total${kind}`, `total${kind}count`, `${kind}total`, `numberof${kind}`, `totalnumberof${kind}`].includes(
      normal(name),
    ),
  )
}

export const PAGE_COUNTS = /^(totalpages?|lastpage|pagecount|pages|numpages|numberofpages|pagetotal)$/
export const PREVIOUS = ['previous', 'prev', 'prevpage', 'previouspage', 'prevurl', 'prevlink', 'previousurl']

/** Whether a property of a response can only be about a page of a list. */
export const isOfPage = (name: string): boolean =>
  /^(next|prev|previous|first|last|current)page|^page(size|number|index|count)?$|^total(pages|items|count)$/.test(
    normal(name),
  )

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
  'sortbydirection',
  'sortbyorder',
  'ordertype',
  'sorttype',
]

/** Parameters that select the form of the response, not the items. */
export const isShape = (name: string): boolean =>
  /^(fields?|include|expand|embed|select|view|format)$/.test(normal(name))
/** The same, where the items have no property of this name: `includeDeleted`. */
export const mayBeShape = (name: string): boolean =>
  /^(fields?|include|expand|embed|select|view|format)/.test(normal(name))

/** Parameters that accept the id of the last item, where the response has no cursor. */
export const isAfterItem = (name: string): boolean =>
  /^(startingafter|after(id)?|sinceid|lastid)$/.test(normal(name))

/** Parameters that accept the id of the first item, for the previous page. */
export const isBeforeItem = (name: string): boolean =>
  /^(endingbefore|before(id)?|beforeid|untilid)$/.test(normal(name))

/** Properties that are plain data although a path parameter has the same name. */
export const GENERAL_WORDS = [
  'id',
  'externalid',
  'externalkey',
  'externalref',
  'externalreference',
  'ref',
  'alias',
  'name',
  'label',
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
  'year',
  'month',
  'week',
  'day',
  'status',
  'number',
  'version',
  'revision',
  'email',
  'username',
  'domain',
  'url',
]

/** Whether a property is the name of its resource: `districtName` of `/districts`. */
export const isNameOf = (name: string, kind: string): boolean =>
  kind !== '' &&
  [`${normal(kind)}name`, `${normal(kind)}title`, `${normal(kind)}label`].includes(normal(name))

/** Whether a number of this name is a quantity or a rank although a resource may have the same name. */
export const isMeasure = (name: string): boolean =>
  GENERAL_WORDS.includes(normal(name)) ||
  /^(order|position|index|level|rank|page|version|revision|release|build|step|stage|priority|score|rate|rating|price|amount|balance|credit|point|quota|limit|usage|vote|view|visit|metric|value|weight|size|age|year|month|week|day|hour|minute|second|time|duration|count|total|stock|quantity|port|discount|fee|tax|charge|payment|refund)$/.test(
    normal(name),
  )

/** Property names that are common words in descriptions. */
export const COMMON_WORDS = ['name', 'type', 'title', 'value', 'description', 'state', 'text', 'time', 'date']

/** Whether a property is a kind of its item although a path parameter has the same name: `changeOrderType`. */
export const isKind = (name: string): boolean =>
  /^(type|kind|status|state|mode)$/.test(wordsOf(name).at(-1) ?? '')

/** Whether a choice is the state of a part of the item: `connectionState`, but not the state of an address. */
export const isStateOf = (name: string): boolean => {
  const [last = '', before = ''] = wordsOf(name).reverse()
  return (
    last === 'state' && !/^(address|us|home|birth|billing|shipping|mailing|license|country)$/.test(before)
  )
}

/** Parameters that may leave out what the word is of: `type` for `actionType`. */
export const isGeneralEnding = (name: string): boolean => /^(type|status|state|category)$/.test(normal(name))

/** Two parameters that are one filter: the name of a property, and its value. */
export const isFilterName = (name: string): boolean =>
  /^(filter|search)(by|field|key|column|property|on)$/.test(normal(name))
export const isFilterValue = (name: string): boolean =>
  /^(filter|search)(value|term|text)$/.test(normal(name))

/** Parameters that search all strings of an item. */
export const isSearch = (name: string): boolean =>
  /^(q|s|query|search|(full)?textsearch|search(text|query|term|string|phrase|word|key)|text|term|phrase|keywords?)$/.test(
    normal(name),
  )

/** The same, but for words that are as likely the name of a property. */
export const isSearchOnly = (name: string): boolean => /^(q|s|query|search(query|term)?)$/.test(normal(name))

/** Parameters for a whole condition. */
export const isFilter = (name: string): boolean => /^(filters?|where|conditions?)$/.test(normal(name))

/** `namePrefix`, `starts_with_name`. */
const BEGINS = /^(.+?)(prefix|startswith|beginswith)$|^(?:prefix|startswith|beginswith)(.+)$/
/** @returns the rest of the name, in its `normal` form */
export function beginningOf(name: string): string | undefined {
  const [, before, , after] = BEGINS.exec(normal(name)) ?? []
  return before ?? after
}

/** `prefix`, without the property that it is of. */
export const isBeginning = (name: string): boolean => /^(prefix|startswith|beginswith)$/.test(normal(name))

/** Suffixes for a comparison: `name[contains]`, `title__like`, `titleSearch`. */
export const PART_SUFFIX =
  /(?<=.)(\[|_{1,2}|(?=[A-Z]))(i?contains|ic|like|search|prefix|i?starts_?with|isw)\]?$/i

/** Suffixes for equality: `city[eq]`, `slug__ie`, `name__iexact`. */
export const EXACT_SUFFIX = /(?<=.)(\[(eq|in|ie|i?exact|equals?)\]|__(eq|in|ie|i?exact))$/i

/** Suffixes for a part of an entry: `tag_name` filters by `tags`. */
export const KIND_SUFFIX = /_?(names?|ids?|keys?|slugs?)$/i

/** Properties that identify an embedded resource. */
export const NAMING = [
  'id',
  'gid',
  'uuid',
  'sid',
  'login',
  'username',
  'email',
  'key',
  'code',
  'slug',
  'index',
  'value',
]

/** Whether an object shows a part of another resource: `network_summary` of a network. */
export const isSummaryOf = (name: string, kind: string): boolean =>
  /^(summary|info|details?|data|ref|reference)$/.test(normal(name).replace(normal(kind), '')) &&
  normal(name).startsWith(normal(kind))

/** Values of a filter that match every item. */
export const isEverything = (value: unknown): boolean =>
  /^(all|any|both|every|everything|\*)$/i.test(String(value))
/** Values of a filter that no item has. */
export const isNoValue = (value: unknown): boolean =>
  isEverything(value) || /^(none|either)$/i.test(String(value))

/** Words in names of parameters for a lower and an upper bound. */
export const FROM = 'from|since|after|gte|gt|min|minimum|start|begin|newerthan'
export const UNTIL = 'until|before|to|lte|lt|max|maximum|end|olderthan'

/** Words in names of the two ends of a range. */
const RANGES = [
  ['start', 'end'],
  ['starts', 'ends'],
  ['begin', 'end'],
  ['begins', 'ends'],
  ['from', 'to'],
  ['from', 'until'],
  ['since', 'until'],
  ['min', 'max'],
  ['minimum', 'maximum'],
  ['lower', 'upper'],
  ['low', 'high'],
  ['checkin', 'checkout'],
  ['arrival', 'departure'],
  ['pickup', 'dropoff'],
  ['pickup', 'return'],
  ['opens', 'closes'],
  ['opening', 'closing'],
] as const

/** Normal names of the upper end to a lower one: `endsat` to `startsAt`, `salesendat` to `salesStartAt`, `pricemax` to `price_min`. */
export const upperEndsOf = (name: string): string[] => {
  const own = normal(name)
  const [, stem = '', suffix = ''] = /^(.+?)(at|on|date|time|day)?$/.exec(own) ?? []
  return RANGES.flatMap(([low, high]) => [
    ...(own.startsWith(low) ? [high + own.slice(low.length)] : []),
    ...(stem.endsWith(low) ? [stem.slice(0, -low.length) + high + suffix] : []),
  ])
}

/** Whether a name is that of a lower limit, such as `minNights`. */
export const isLowerBound = (name: string): boolean => /^min(imum)?$/.test(wordsOf(name)[0] ?? '')

/** Values and flags of what has ended. */
const END = 'deleted|removed|revoked|archived|cancell?ed|disabled|inactive|closed|trashed'

/** Names of properties by role. */
const ROLES = {
  /** Identifiers of any format. */
  key: /^(id|uuid|uid|guid|gid|sid|ulid|slug|key)$/,
  /** Readable identifiers without spaces. */
  handle: /^(slug|key|code|username|login|handle|sku|reference)$/,
  /** Values that a collection may contain only once, and by which clients may address an item. */
  unique:
    /^(name|title|label|slug|key|code|username|login|handle|sku|email|url|domain|isbn|number|identifier)$/,
  /** Values by which other requests may refer to an item instead of its id. */
  naturalKey:
    /^(uid|code|key|slug|number|no|serial|serialno|serialnumber|sku|isbn|barcode|plate|licenseplate|username|handle|login|tag|identifier)$/,
  /** Numbers that count the items of a collection, which items of two collections may share. */
  sequence: /^(version|revision|number|index|sequence|iteration|build)(number|no)?$/,
  /** Names that any resource may have, and which therefore do not identify the resource in the path. */
  anyone: /^(id|uuid|uid|key|name|slug|code|type|kind|number|version|ref)$/,
  parent: /^parent(id)?$/,
  /** References to what an item is in. */
  container: /(parent|folder|project|category|workspace|group)id$/,
  createdAt:
    /^(created|inserted|registered|occurred|recorded|added)(at|on|date|time|datetime|timestamp)?(utc)?$|^(creation|create|registration|make)(utc)?(date|time|datetime|timestamp)$|^(date|time)(created|added)$|^timestamp$/,
  updatedAt:
    /^(last)?(updated|modified|changed|edited)(at|on|date|time|datetime|timestamp)?(utc)?$|^(last)?(update|modification|change)(utc)?(date|time|datetime|timestamp)$|^(date|time)(updated|modified)$|^lastmodified$/,
  deletedAt: /^(deleted|removed)(at|on|date|time)?$|^date(deleted|removed)$/,
  /** Times by their names only. */
  writtenTime:
    /^(date|time|timestamp)$|^(created|updated|modified|changed|sent|received|started|ended)(at|on|date|time|datetime)?$|(date|datetime|timestamp)$/,
  /** Times of what happened last, or to an item. */
  pastTime:
    /^last(active|activity|accessed|access|seen|used|use|login|logon|sync|synced|run|checked|heartbeat|ping)(at|on|date|time|timestamp)?$|^(started|uploaded|received|processed|executed)(at|on)?$/,
  startedAt: /^startedat$/,
  endedAt: /^(completed|finished)at$/,
  createdBy: /^createdby(id)?$/,
  updatedBy: /^(updated|modified|changed)by(id)?$/,
  /** Users by what they did. */
  actor: /^\w{2,}edby(user)?(id)?$|^(creator|author)(id)?$/,
  version: /^(version|revision|rev|versionnumber|lockversion|rowversion)$/,
  /** The number of a version, by itself or as that of the newest. */
  versionNumber: /^(latest|last|current|newest)?(version|revision|release)(number)?$/,
  /** Flags of what differs from its last version. */
  changedSinceVersion:
    /^(has|is)?(unpublished|pending|uncommitted|unsaved|draft)?(changes|changed|dirty|modified)$/,
  /** Tags and versions that a request states for the server to compare. */
  precondition: /^(etag|ifmatch|revision|rev|lockversion)$/,
  etag: /^(odata)?etag$/,
  secret: /secret|token|password|passphrase|apikey|privatekey|credential|signature/,
  /** A secret that the server creates and returns, not a setting of one. */
  issuedSecret:
    /^(client|signing|webhook|api|access|refresh|private|shared)?(secret|token|apikey|accesskey|password)(value|key)?$|^(secret|api|access)?key$/,
  /** Where a new credential may be in the response to its creation. */
  credential: /key|token|secret|value|credential/,
  /** Secrets of OAuth 2.0 (RFC 6749, RFC 7636) that are called otherwise. */
  grant: /verifier|^code$/,
  /** The key that signs events. */
  signingSecret: /^(\w*secret|signingkey|hmackey|webhookkey|secretkey|key|token)$/,
  name: /^(name|title|label|displayname|fullname|friendlyname|subject)$/,
  /** Texts of any content. */
  prose: /(content|text|description|body|message|notes?|comment|instructions?|about|bio)$/,
  /** Texts that have a form although the schema does not state it. */
  formed: /id$|key|url|uri|email/,
  status: /status$|^(current)?(state|phase|lifecycle|lifecyclestate)$/,
  count:
    /^(?!max|min).*(?<!ac|dis|vis)count$|^(numberof|numof|num(?!ber)|nof)[a-z]+$|^total(items|results|elements|records|entries)$/,
  /** Numbers that count what an item contains, by their descriptions. */
  extent: /^(size|length|total|number|quantity)$/,
  /** Numbers of bytes of a file. */
  fileSize: /^(file|content|byte)?(size|length|bytes)(inbytes|bytes)?$/,
  digest: /^(sha1|sha256|sha512|md5|digest|checksum|hash|fingerprint)|^integrity$/,
  /** Digests of a file. */
  fileDigest: /^(file|content)?(sha1|sha256|sha512|md5|checksum|digest|hash)$/,
  hash: /hash$/,
  /** Properties that name bytes which are elsewhere. */
  file: /^(file|document|image|archive|package|download|object|upload|attachment|binary|url|key|password)$/,
  /** Values that a server may change between two requests. */
  volatile:
    /^(last(used|use$|seen|accessed|activity|login|logon|sync|sign(ed)?in)|usage(?!type|limit|calculation|percentage|timeframe|period|policy|rule|mode|unit|plan)|usedat|viewcount|views|age($|in(sec|day))|expiresin|secondsleft|progress|attempts?|nextattempt|deliveredat|responsetime|latency)/,
  /** Values of a process that continues without requests. */
  passing:
    /^(status|state|startedat|completedat|finishedat|result|results|resultcounts|summary|verdict|error|data|output)/,
  /** Of these, what the process produces, unless clients send it. */
  outcome: /^(result|results|resultcounts|summary|verdict|error|data|output)/,
  /** Values that change with every update. */
  change: /^(updated|modified|changed|edited|lastmodified|lastupdated|version|revision|etag|rev)/,
  /** Values of what was deleted. */
  end: /^(deleted|removed|archived|ended)/,
  /** Flags and times of what was deleted: `isDeleted`, `deletionTimestamp`. */
  endMark: new RegExp(`^((is)?(${END})|deletion|delete)(at|on|date|time|timestamp)?$`),
  /** Flags of what was not deleted. */
  liveFlag: /^(is)?(active|enabled|live)$/,
  /** Values that identify a resource and its origin, and never change. */
  identity:
    /^(id|uid|uuid|object|kind|created|createdat|createdon|createtime|createdtime|creationtime|datecreated|createdby|creator|organizationid|tenantid|workspaceid)$/,
  /** Values that a server sets only at the creation. */
  origin:
    /^(created|inserted|registered|creation|creator|datecreated|owner|author|tenant|organization|workspace)/,
  /** Values that stay as they were at creation, or that differ for every item. */
  unchanging:
    /^(slug|handle|permalink|alias|code|number|key|url|uri|href|links?|etag)|^(original|initial|first|created|former|previous|old)|(id|url|uri)$/,
  /** Values of one item that a copy in another does not repeat. */
  own: /^(object|type|kind|name)$|(at|on|date|time|id)$/,
  /** Times that a client may set. */
  ownTime: /^(created|date|time|timestamp|published|occurred|recorded|started?|when|at)/,
  /** Values of an update that waits for confirmation. */
  pending: /^(pending|unconfirmed|unverified|requested|proposed|new|next)/,
  /** Names that are composed of other properties, such as the path of a folder. */
  composed: /^(full|display|qualified)?(path|name)$/,
  /** Values that a response renews or converts, under the name in the request. */
  converted: /token|secret|password|nonce|challenge|amount|price|total|balance|currency|rate|cursor|page/,
  /** Words for a bound in a request, and for what was found within it in the response. */
  bound:
    /^(min|max|minimum|maximum|low|high|lower|upper|lowest|highest|avg|average|mean|median|sum|count|size|limit|offset|first|last)$/,
  /** Values that belong to one response and differ when the request is repeated. */
  ofResponse:
    /^(x?requestid|traceid|spanid|correlationid|timestamp|(served|generated|responded|sent|answered)(at|on|time)|servertime|now|duration(ms)?|took(ms)?|elapsed(ms)?|latency(ms)?)$/,
  /** Values that a later request may need, by their last word. */
  reusable: /(id|ids|cursor|token|key|code|secret|slug|etag|location|next|marker|number|url)$/,
  /** Values that another request or a person has to provide. */
  provided:
    /(id|ids|token|code|secret|password|otp|pin|signature|credential|assertion|key|ref|reference|url|uri|hash|cursor)$/,
  /** Settings of an account whose change may lock the caller out, or cost money. */
  account:
    /^(is)?(status|state|plan|tier|role|active|enabled|disabled|deleted|locked|suspended|archived|mfa|sso|email|password|username|login|billing|owner)/,
  /** Properties that contain metadata of a resource, such as its id. */
  metadata: /^(meta|metadata|sys|system|header)$/,
  /** Properties that contain all others of a resource. */
  content: /^(attributes|properties|fields|info|details)$/,
  /** Properties that contain the state of a resource. */
  lifecycle: /^(audit|status|state|lifecycle)$/,
  /** Properties that contain the pagination of a list. */
  pagination: /^(pages?|paging|pagination|meta|metadata|pageinfo)$/,
  pageSize: /^(perpage|pagesize|limit|size)$/,
  /** Properties that contain the item in a response or a request. */
  envelope: /^(data|item|result|resource|record|payload|entity|response|body)$/,
  links: /^(links?|meta|metadata)$/,
  address: /^(href|url|uri)$/,
  /** Properties that contain an address, by their last word. */
  link: /(ur[il]|link)$/,
  /** Parameters that include the children of an item. */
  recursive: /^(recursive|cascade|force|deep|withchildren)$/,
  format: /format/,
  /** The request id in an audit log. Several entries may share a trace id. */
  requestId: /^requestid$/,
  /** Properties of an audit log entry with the id of the resource that it is about. */
  auditTarget: /^(target|resource|object|entity|subject)id$/,
  /** Type of an event; the object may also have other properties that match. */
  eventType: /^(type|event|eventtype|eventname|topic|name|kind|action|object)$/,
  /** Type of an event; unambiguous names only. */
  eventTypeName: /^(type|event|eventtype|eventname|topic)$/,
  /** The kind of an entry in the history of an item. */
  entryKind: /^(type|event|eventtype|eventname|kind|action|activity)$/,
  /** The status of an item after the change that an entry of its history is about. */
  stateAfter: /^(to|(to|new)_?(status|state)|(status|state)(after)?)$/,
  eventId: /^(eventid|messageid)$/,
  /** Time of an event, in addition to `createdAt`. */
  eventTime: /^(time|date|sentat|emittedat|eventtime|triggeredat)$/,
  /** Properties of a subscription to events. */
  eventTarget:
    /^(url|uri|href|endpoint|endpointurl|callback|callbackurl|callbackuri|target|targeturl|address|payloadurl|webhookurl|notifyurl|notificationurl|deliveryurl|destination|hookurl|postbackurl|receiver|receiverurl|sink|sinkurl)$/,
  eventTypes:
    /^(events?|types?|eventtypes?|topics?|enabledevents|subscribedevents|subscriptions|filtertypes|triggers?|eventnames?|eventtypenames)$/,
  contentType: /^(contenttype|format)$/,
  /** Flags of test events. */
  test: /^(is)?test/,
  /** Properties of a recorded delivery. */
  deliveredEvent: /^(eventid|event|messageid)$/,
  deliveryType: /^(eventtype|type|topic|eventname)$/,
  deliveryStatus:
    /^(httpstatus|statuscode|responsestatus|httpstatuscode|responsecode|responsestatuscode|code)$/,
  deliveryAttempt: /^(attemptnumber|attempt|number|attemptcount|tries)$/,
  deliveryTime: /^(deliveredat|attemptedat|respondedat|answeredat|completedat|timestamp)$/,
  deliveryBody: /^(responsebody|response|body)$/,
  total: /^total|total$/,
  /** Numbers of an item that may be sums over its entries. */
  sumOfEntries: /total|sum$|amount|price|cost|weight|quantity|hours|minutes|points|volume|distance/,
  /** One of two parts that add up to a total, such as `passed` and `failed`. */
  partOfTotal:
    /^(passed|failed|succeeded|successful|failures?|successes|errors?|input|output|prompt|completion|active|inactive|enabled|disabled|open|closed|read|unread|used|free|available|subtotal|tax|net|vat|shipping|debit|credit|yes|no)/,
  /** Numbers next to a total that are not a part of it. */
  nextToTotal:
    /page|limit|offset|size|count|current|next|prev|index|start|end|first|last|max|min|rate|percent|average|mean|duration|latency|ms$|seconds$/,
  /** How long to wait before the next attempt. */
  retry: /^retryafter|^retryin(seconds)?$/,
  /** Properties of an error. */
  errorCode: /^(code|type|error|errorcode|errortype|kind)$/,
  errorText: /^(message|msg|detail|description|errordescription|errormessage|reason|title)$/,
  errorField: /^(field|param|parameter|pointer|path|loc|property|target)$/,
  /** The same without `path` and `target`, which may be the URL of the request. */
  onlyErrorField: /^(field|param|parameter|pointer|loc|property)$/,
  errorIssue: /^(issue|problem)$/,
  /** How many or how much there is of something that requests use up. */
  supply:
    /^(stock|inventory|capacity|available|availability|balance|budget|credits?|quota|seats|spots|places|slots|onhand|supply)|(stock|capacity|available|balance|budget|credits|seats|spots|places|slots|onhand|instock)$/,
  /** The rest of a supply, as items show it. */
  remaining:
    /^(?:stock|instock|onhand|inventory|unsold|available|remaining|free|unreserved)(?:stock|inventory|level|count|quantity|qty|units|seats|tickets|places|spots|slots|copies|items|amount|onhand|balance)?$|(?:stock|instock|onhand|inventory)$|(?:seats|tickets|places|spots|slots|units|copies|quantity|items)(?:available|remaining|left)$/,
  /** Numbers of what requests use up or have used up. */
  supplyUse:
    /^(?:num(?:ber)?of)?(?:reserved|booked|allocated|occupied|committed)(?:stock|count|quantity|qty|units|seats|tickets|places|spots|slots|copies|pieces|items|capacity|kg)?$|^(?:taken|used|sold|assigned|held)(?:stock|quantity|units|seats|tickets|places|spots|slots|copies|pieces|capacity)$|(?:stock|seats|tickets|places|spots|slots|units|copies|quantity|pieces|capacity)(?:reserved|booked|allocated|occupied|taken|used|sold|held)$|^(?:remaining|available|free|left)(?:kg|g|grams|litres|liters|hours|minutes|days|pieces|capacity|beds|rooms|bikes|vehicles)?$/,
  /** Amounts of money, whose totals may contain taxes, discounts and fees. */
  money: /price|amount|cost|fee|cents|tax|net|gross|value|charge|payment|balance/,
  /** Amounts of money for one unit, which a quantity multiplies. */
  unitPrice: /price|rate|cost|unit/,
  /** The number of an amount of money, next to its currency. */
  amount: /^(amount|value|cents|minorunits)$/,
  currency: /^currency(code)?$/,
  /** How many items there is place for. */
  places: /(capacity|seats|spots|places|slots)$/,
  /** Numbers that are not about how many places an item needs. */
  describing: /year$|odometer|mileage|price|cents$|cost|rate$|floor|priority|position|number$/,
  /** How many or how much a request uses up. */
  demand: /^(quantity|qty|units|guests|partysize|pieces|copies)$|(quantity|qty)$/,
} as const

export type NameRole = keyof typeof ROLES

/** Whether properties of this role have such a name. */
export const soundsLike = (role: NameRole, name: string): boolean => ROLES[role].test(normal(name))

/** Whether a property has the time of what has already happened. */
export const isOfPast = (name: string): boolean =>
  soundsLike('createdAt', name) || soundsLike('updatedAt', name) || soundsLike('pastTime', name)

/** Whether a server may show another value of a property each time, while the item stays the same. */
export const isRenewed = (name: string): boolean =>
  isOfPast(name) ||
  soundsLike('volatile', name) ||
  soundsLike('ofResponse', name) ||
  soundsLike('issuedSecret', name) ||
  soundsLike('link', name)

/** Values of a state: `in_progress`. */
const STATES = {
  /** States that end without another request. */
  passing:
    /^(queued|pending|running|started|generating|processing|inprogress|creating|building|waiting|accepted)$/,
  /** Final states, and states that only a request changes. */
  settled: /^(completed|complete|finished|failed|succeeded|done|ready|cancell?ed|error|active|inactive)$/,
  /** States of deleted resources. */
  ended: new RegExp(`^(terminating|deleting|pendingdeletion|ended|expired|${END})$`),
  successful: /^(success|succeeded|delivered|ok|completed)$/,
  /** Test events. */
  test: /^(test|ping|sample)$/,
} as const

/** Whether a value is such a state. */
export const isState = (state: keyof typeof STATES, value: string): boolean =>
  STATES[state].test(value.toLowerCase().replace(/[-_]/g, ''))

/** Verbs of events and operations. */
const VERBS = {
  created: /^(created?|creation|added|new|posted|opened|registered|placed|submitted|inserted)$/,
  updated: /^(updated?|changed|edited|modified|patched)$/,
  deleted: /^(deleted?|removed|destroyed|dropped)$/,
  /** Verbs for the begin and the end of an asynchronous creation. */
  begun: /^(started|begun|queued|pending|processing)$/,
  ended: /^(completed?|finished|done|succeeded|success|ready|processed|failed|errored)$/,
} as const

/** Whether a number next to a total is that of what fits: `recordsFiltered`. */
export const isOfFilters = (name: string): boolean => /filtered|matching/i.test(name)

/** Whether an address is that of a page for signing in: `/hub/login`. */
export const isSignIn = (address: string): boolean =>
  /(?:^|[/_-])(?:log-?_?in|sign-?_?in|sso)(?:$|[/._-])/i.test(address)

/** Whether the last word of an event's type is such a verb: `created` of `order.created`. */
export const isVerb = (verb: keyof typeof VERBS, word: string): boolean => VERBS[verb].test(word)

const OPERATIONS: Readonly<Record<string, RegExp>> = {
  created: /^(create|add|register|post)/i,
  updated: /^(update|change|patch|put|edit|set)/i,
  deleted: /^(delete|remove)/i,
  executed: /^(execute|run)/i,
}

/** Whether an operation probably triggers an event type: `createOrder` triggers `order.created`. */
export const raises = (operationId: string, verb: string): boolean =>
  OPERATIONS[verb]?.test(operationId) === true

/** Kinds of path segments and operations. */
const PLACES = {
  audit: /^(audits?|auditlogs?|auditevents?|auditentries|activit(y|ies)|activitylogs?)$/,
  /** Earlier states of an item. */
  versions: /^(versions|revisions|snapshots|releases|history)$/,
  /** Entries about the changes of one item. */
  history:
    /^(events?|history|logs?|activit(y|ies)|activity-?_?log|timeline|audit(-?_?(log|trail|events))?|changes|transitions|(status|state)-?_?(changes|history|transitions))$/i,
  credentials: /(keys?|tokens?|credentials?|sessions?|secrets?|accesskeys?)$/,
  /** The bytes of an item. */
  file: /^(download|content|contents|file|raw|blob|binary|data|bytes|original|payload)$/,
  /** All items of a list as a file. */
  export: /^(export|dump|backup)$/,
  /** Actions that create another item. */
  copy: /^(copy|clone|duplicate|fork|branch)$/i,
  /** Actions after which an item may no longer be found. */
  removal:
    /^(delete|remove|destroy|purge|trash|discard|archive|expire|merge|move|transfer|leave|revoke|reject|withdraw)/i,
  /** Actions with a version of the item, which need not be the current one. */
  ofVersion:
    /^(revert|roll-?_?back|publish|deploy|activate|promote|compare|diff|copy|clone|fork|release|install|apply|use)/i,
  /** Actions on deleted items. */
  undeletion: /^(restore|undelete|recover|undo|untrash|revive|reinstate)/i,
  /** Actions whose body names the next state. */
  transition:
    /^(?:(?:status|state)[-_]?)?(?:transitions?|moves?|changes?)$|^(?:change|set|update)[-_]?(?:status|state)$/i,
  rotation: /rotate|regenerate|renew|roll|reissue|reset/i,
  /** Actions that change existing resources and create nothing. */
  change:
    /^(clear|reset|purge|flush|wipe|empty|truncate|delete|remove|destroy|archive|unarchive|close|cancel|stop|pause|disable|deactivate|suspend|revoke|rotate|regenerate|restore|rollback|merge|sync|publish|unpublish|approve|reject|complete|transfer|migrate|logout|signout|shutdown|restart)([-_A-Z]|$)/,
  /** Operations that end a session or the server. */
  end: /^(?:log|sign)[-_]?(?:out|off)$|^(?:shut[-_]?down|power[-_]?off|halt|reboot|restart)$/i,
  /** Operations that end the sessions or the account of the caller, if they name no other. */
  ownEnd:
    /^(?:(?:revoke|terminate|end|expire|invalidate|destroy|delete|clear|kill)[-_]?(?:all[-_]?|my[-_]?|current[-_]?)*(?:session|token)s?|(?:delete|remove|close|deactivate|disable|cancel|terminate|erase)[-_]?(?:my[-_]?)?(?:user|account|me|profile|self)|(?:log|sign)[-_]?(?:out|off)[-_]?(?:all|everywhere))$/i,
  /** Places where a DELETE does. */
  ownAccount: /^(?:me|self|account|current(?:[-_]?(?:user|session|account))?|my[-_]?account|sessions?)$/i,
  /** Operations on several items. */
  batch: /^[/:]_?[a-z]*(batch|bulk|many|multiple|import)[a-z]*$/i,
  /** Changes of several existing items: `batchDelete`, `bulk_update`. */
  changeOfSeveral:
    /^(?:batch|bulk|mass|multi)[-_]?(?!create|insert|add|import|upsert|get|read|fetch|list|search|lookup|query|validate|check|$)/i,
  /** Measurements, as opposed to limits. */
  measurements:
    /(^|[/_-])(stats?|statistics|metrics|monitoring|traffic|analytics|telemetry|insights)($|[/_-])/i,
  subscriptions: /web-?_?hook|\bhook|subscri|callback|endpoint|notification|listener/i,
  signingSecret: /secret|signing/i,
  deliveries: /deliver|attempt|messages|log/i,
  testEvent: /test|ping|sample|trigger/i,
} as const

/** Whether a path, its last segment or an operation is of this kind. */
export const leadsTo = (place: keyof typeof PLACES, text: string): boolean => PLACES[place].test(text)

/**
 * Whether a path segment is a verb, such as `cancel`, `mark-as-read` or `convert_trial`, and not the name of a part of the
 * item, such as `settings` or `end-date`.
 */
export function isActionName(segment: string): boolean {
  const words = wordsOf(segment)
  const [verb = '', particle = ''] = words
  if (VERB.test(verb) || VERB_OR_NOUN.test(words.join(''))) return true
  return (VERB_OR_NOUN.test(verb) || VERB_OF_PHRASE.test(verb)) && PARTICLE.test(particle)
}
/** Verbs before any object: `convert_trial`. */
const VERB =
  /^(accept|acknowledge|activate|approve|assign|attach|begin|cancel|confirm|convert|deactivate|decline|detach|disable|dismiss|enable|execute|finalize|fulfill|hide|reactivate|redeem|reject|reopen|reschedule|resend|resolve|restore|revoke|submit|suspend|terminate|unarchive|unassign|unblock|undo|unhide|unlock|unmute|unpause|unpin|unpublish|unsuspend|validate|verify|withdraw)$/
/** Verbs that before another word are a part of a noun: `end-date`, `release_notes`. */
const VERB_OR_NOUN =
  /^(archive|block|book|capture|check|checkin|checkout|clone|close|complete|copy|deny|duplicate|end|expire|extend|finish|invite|launch|lock|mark|merge|move|mute|noshow|pause|pay|pin|promote|publish|reboot|rebuild|refresh|regenerate|reindex|release|reload|renew|reserve|reset|restart|resume|retry|revert|rollback|rotate|run|send|shutdown|start|stop|sync|transfer|trigger|void)$/
const VERB_OF_PHRASE =
  /^(add|back|call|change|clock|fill|follow|force|hand|link|log|opt|pick|push|put|remove|report|roll|save|set|share|shut|sign|subscribe|switch|take|turn|unlink|write)$/
const PARTICLE = /^(as|away|back|by|down|for|from|in|into|off|on|out|over|through|to|up|with)$/

/** States whose names do not begin like their actions. */
const IRREGULAR: Readonly<Record<string, string>> = {
  pay: 'paid',
  send: 'sent',
  begin: 'begun',
  start: 'inprogress',
  resume: 'active',
  activate: 'active',
  deactivate: 'inactive',
}

/** Whether an action leads to a state, by their names. */
export function isActionTo(action: string, state: string): boolean {
  const [verb, wanted] = [normal(action), normal(state)]
  if (IRREGULAR[verb] === wanted) return true
  const stem = verb.replace(/[ey]$/, '')
  return stem.length > 2 && wanted.startsWith(stem)
}

/** Whether a property may decide on a state of new items, by their names: `trial_days` on `trialing`, `requires_approval` on `pending_approval`. */
export function mayDecide(property: string, state: string): boolean {
  const words = wordsOf(state)
  return wordsOf(property).some((own) => own.length > 4 && words.some((word) => word.startsWith(stemOf(own))))
}

const stemOf = (word: string): string => word.replace(/(?:ed|ing|e|y|s|al)$/, '').slice(0, 8)

/** Whether an action gives its item up: a payment releases tickets to the customer, and a cancellation back to the others. */
export const isGivenUp = (action: string): boolean =>
  /^(?:cancel|void|delete|remove|return|refund|expire|release|withdraw|reject|abort|undo|revert)/.test(
    normal(action),
  )

/** Whether the name of a state is one word and does not describe a transition, as `starting` and `cancel_requested` do. */
export const isPlainState = (state: string): boolean => /^[a-z]+(?<!ing)$/i.test(state)

/** The state whose beginning a moment is by its name: `opened` for `opened_at` and `dateOpened`. */
export function stateOfMoment(name: string): string | undefined {
  const [, before, after] = /^(.+?)(?:at|on|date|time|timestamp)$|^date(.+)$/.exec(normal(name)) ?? []
  const verb = before ?? after
  // `expires_at` and `closeAt` are plans.
  return verb !== undefined && /(?:ed|en|id|nt|un|ld|lt|ft|ht)$/.test(verb) ? verb : undefined
}

/** The counted resource in the singular: `prompt` for `promptCount` and `numberOfPrompts`. */
export function countedBy(name: string): string | undefined {
  const [, before, after] = COUNTS.exec(normal(name)) ?? []
  const counted = before ?? after
  return counted === undefined ? undefined : singularOf(counted)
}
const COUNTS = /^(.+?)(?:count|total)$|^(?:num(?:ber)?(?:of)?|total(?:numberof)?)(.+)$/

/** Units as the last word of a name: `amount_cents`, `distanceKm`, but not the `g` of `reading`. */
const UNITS = /^(cents|pence|km|kg|g|mm|cm|m|ml|l|litres?|liters?|kw|kwh|wh|minutes|seconds|hours|days|ms)$/i
const LAST_WORD = /(?:[_-]|(?<=[a-z0-9])(?=[A-Z]))([A-Z]?[a-z]+|[A-Z]+)$/

/** Whether a name is that of a percentage: `discount_percent`, `vatPct`. */
export const isPercentName = (name: string): boolean => /(?:percent(?:age)?|pct)$/.test(normal(name))

/** The unit at the end of a name: `cents` of `amount_cents`. */
export function unitOfName(name: string): string | undefined {
  const unit = LAST_WORD.exec(name)?.[1]
  return unit !== undefined && UNITS.test(unit) ? unit.toLowerCase() : undefined
}

/** Whether a unit is the smallest one of a currency. */
export const isMoneyUnit = (unit: string | undefined): boolean => unit === 'cents' || unit === 'pence'

/** The name of an amount without its unit: `amount` of `amount_cents`. */
export const withoutUnit = (name: string): string =>
  unitOfName(name) === undefined ? name : name.replace(LAST_WORD, '')

/** The words of a limit that texts use as well: `power` of `maxPowerKw`. */
export const wordsOfLimit = (name: string): string[] =>
  wordsOf(withoutUnit(name)).filter((word) => !/^(?:max|maximum)$/.test(word))

/** Whether two names end with one unit. */
export const hasSameUnit = (one: string, other: string): boolean => {
  const [unit, otherUnit] = [one, other].map(unitOfName)
  return unit !== undefined && unit === otherUnit
}

/** The name without "total": `tokens` for `totalTokens`, '' for `total`. */
export const withoutTotal = (name: string): string => normal(name).replace(ROLES.total, '')

/** The version that a property of a request states: `version` of `expectedVersion`. */
export const statedVersion = (name: string): string | undefined =>
  /^(?:expected|current|base|known|previous)?((?:lock|row|resource)?version|revision|rev|etag)$/.exec(
    normal(name),
  )?.[1]

/** Kinds of sample strings by property name. */
const CONTENTS = {
  firstName: /^(first|given)name$/,
  lastName: /^(last|family|sur)name$/,
  person: /^(full|display|author|owner|user|customer|contact)name$/,
  username: /^username|login|handle$/,
  email: /email(address)?$/,
  phone: /(phone|mobile|telephone)(number)?$/,
  image: /^(avatar|image|picture|photo)(url)?$/,
  company: /^(company|organi[sz]ation)(name)?$/,
  jobTitle: /^jobtitle$/,
  street: /^(street|address|addressline1|line1)$/,
  city: /^city$/,
  country: /^country$/,
  countryCode: /^countrycode$/,
  zipCode: /^(zip|postal)(code)?$/,
  state: /^(state|province|region)name$/,
  currency: /^currency(code)?$/,
  iban: /^iban$/,
  sentence: /^(description|summary|notes?|comment|message|body|text|bio|about)$/,
  title: /^(title|subject|headline)$/,
  product: /^name$/,
  slug: /^slug$/,
  color: /^colou?r$/,
  ip: /^(ip|ipaddress)$/,
  userAgent: /^useragent$/,
} as const

export type Content = keyof typeof CONTENTS

/** The kind of sample string for a property name; undefined if the name suggests none. */
export const contentOf = (name: string): Content | undefined =>
  (Object.keys(CONTENTS) as Content[]).find((content) => CONTENTS[content].test(normal(name)))

/** Whether a property contains the address of its own item. */
export const isSelfLink = (name: string): boolean =>
  /^(self|self_?(link|url|uri|href)|@id|@odata\.(id|editLink|readLink))$/i.test(name)

/** Whether a property counts the items of the current page. */
export const isShownCount = (name: string): boolean => /^(count|length)$/.test(normal(name))

/** Whether a property of an error has the number of the status of its response. */
export const isStatusNumber = (name: string): boolean =>
  /^(http)?status(code)?$|^httpcode$/.test(normal(name))

/** Whether a property of an error is about another response or item, such as that of a server behind this one. */
export const isOfAnother = (name: string): boolean =>
  /^(cause|causedby|upstream|downstream|inner|original|previous|source|remote|backend|provider|target|request|item|resource|existing|current)/.test(
    normal(name),
  )

/** Whether a number next to a page count counts the items of all pages. */
export const isPagedCount = (name: string): boolean =>
  /^(results|count|total|items|found)$/.test(normal(name))

/** Whether a property of pagination is about the next page. */
export const isOfNext = (name: string): boolean => normal(name).startsWith('next')

/** Whether a number is in milliseconds by the name of its property. */
export const isInMilliseconds = (name: string): boolean => /(ms|millis|milliseconds)$/.test(normal(name))

/** Time window of a property for a limit: `hour` of `requestsPerHour`. */
export const windowOfLimit = (name: string): string | undefined =>
  /^(?:max|limit)?(?:requests|calls|ratelimit)per(second|minute|hour|day)$/.exec(normal(name))?.[1]

/** The likeliest of the properties that may contain the event type. */
export const mainEventType = (names: readonly string[]): string | undefined =>
  names.find((name) => /type|topic/i.test(name)) ?? names.find((name) => /event|name/i.test(name))

/** Properties of errors, the likeliest first. */
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

/** JSON Pointers at which errors name the invalid property. RFC 9457 leaves the choice to each API. */
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

/** Names for the whole body in errors, which often name it for a property that does not belong there. */
export const isWholeBody = (name: string): boolean =>
  /^(body|root|\$|request|payload|data|object|_|__root__)?$/i.test(name)

/** Names for a part of the request, with which errors begin the path of a property. */
export const isRequestPart = (name: string): boolean => /^(body|query|path|header|cookie|params)$/i.test(name)

/** The names among them that do not depend on where a parameter is. */
export const isAnyPart = (name: string): boolean => /^(body|params)$/i.test(name)

/** Names in entries of error responses, in their `normal` form. */
const ENTRY_NAMES = {
  /** Names of the invalid property or parameter. */
  errorPlace: [
    'pointer',
    'instancepath',
    'datapath',
    'path',
    'loc',
    'field',
    'fieldname',
    'param',
    'parameter',
    'property',
    'propertypath',
    'propertyname',
    'attribute',
    'key',
    'name',
  ],
  /** Objects that describe the mistake further. */
  errorContext: ['source', 'context', 'ctx', 'params', 'extensions', 'info', 'constraint', 'constraints'],
  /** Lists of messages. */
  errorList: [
    'message',
    'messages',
    'error',
    'errors',
    'detail',
    'details',
    'reason',
    'reasons',
    'stack',
    'trace',
  ],
  /** The values that are allowed. */
  errorChoices: [
    'allowedvalues',
    'valids',
    'options',
    'enum',
    'enumvalues',
    'choices',
    'permitted',
    'values',
  ],
  /** Error messages. */
  errorText: [
    'message',
    'messages',
    'msg',
    'detail',
    'details',
    'description',
    'reason',
    'title',
    'error',
    'errors',
    'errormessage',
    'errordescription',
    'defaultmessage',
    'code',
    'type',
    'keyword',
    'rule',
    'status',
    'success',
    'hint',
    'help',
    'stack',
    'trace',
    'exception',
    'timestamp',
    'value',
    'input',
    'received',
    'expected',
    'label',
    'url',
    'instance',
    'schemapath',
  ],
} as const

/** The property names that error entries use for a kind of information. */
export const namesOf = (what: keyof typeof ENTRY_NAMES): readonly string[] => ENTRY_NAMES[what]

/** Codes and texts of errors, by kind. */
const ERRORS = {
  notFound: /NOT_FOUND/i,
  methodNotAllowed: /METHOD/i,
  invalid: /VALIDATION/i,
  invalidJson: /JSON/,
  tooLarge: /TOO_?LARGE/i,
  mediaType: /MEDIA_TYPE/i,
  notAcceptable: /ACCEPT/i,
  noCredential: /missing|no credential|UNAUTHORIZED/i,
  unknownCredential: /INVALID|unknown/i,
  expiredCredential: /expired/i,
  scope: /scope/i,
  conflict: /CONFLICT|exists|TAKEN/i,
  duplicate:
    /\b(taken|already (exists?|in use|used|registered)|exists already|duplicate|unique)\b|_TAKEN|_EXISTS|DUPLICATE/i,
  precondition: /PRECONDITION/i,
  idempotency: /IDEMPOT/i,
  rateLimit: /RATE_LIMIT/i,
  notSupported: /NOT_IMPLEMENTED|UNSUPPORTED|INTERNAL/i,
  internal: /internal|server|unexpected|api_error/i,
  /** Any error that the client can correct. */
  client: /^(invalid|bad)_?request/i,
} as const

export type ErrorKind = keyof typeof ERRORS

/** Whether an error code or message is of this kind. */
export const isErrorOf = (kind: ErrorKind, text: string): boolean => ERRORS[kind].test(text)

/** Whether a string is a credential by the last words of its name: `oauth_client_secret`, `sdkToken`. */
export const isSecretEnding = (name: string): boolean =>
  /(secret|password|passphrase|privatekey|apikey|(access|refresh|auth|api|bearer|session|bot|sdk)token)$/.test(
    normal(name),
  ) && !NO_SECRET_BEFORE.test(wordsOf(name)[0] ?? '')

/** Words before a secret with which the name is a question, an action or a setting: `supportsApiKey`, `reset_password`. */
const NO_SECRET_BEFORE =
  /^(has|have|is|no|with|without|can|may|must|should|supports?|needs?|requires?|required|accepts?|allows?|allowed|uses?|enables?|enabled|disables?|disabled|shows?|hides?|includes?|verify|verifies|expires?|forces?|resets?|change|changes|forgot|forget|set|sets|update|create)$/

/** Header that makes a retry safe (draft-ietf-httpapi-idempotency-key-header). */
export const isIdempotencyHeader = (name: string): boolean => /^(x-)?idempotency-?key$/i.test(name)
export const isRequestId = (name: string): boolean => /^x?(request|correlation|trace)id$/.test(normal(name))
export const isRateLimitHeader = (name: string): boolean =>
  /^x?ratelimit(limit|remaining|reset|policy)?$/.test(normal(name))
/** The field of a rate limit that a header contains. */
export const rateLimitField = (name: string): 'limit' | 'remaining' | 'reset' | 'policy' | undefined =>
  /^x?ratelimit(limit|remaining|reset|policy)$/.exec(normal(name))?.[1] as
    | 'limit'
    | 'remaining'
    | 'reset'
    | 'policy'
    | undefined

/** Header that marks a repeated response, such as `Idempotent-Replayed`. */
export const isReplayHeader = (name: string): boolean => /replay/i.test(name)
/** Headers that contain credentials. */
export const isSecretHeader = (name: string): boolean =>
  /^((proxy)?authorization|(set)?cookie|xapikey)$/.test(normal(name))
/** Headers of HTTP, browser security, proxies and tracing, which servers send for any API. */
const INFRASTRUCTURE =
  /^(date|connection|keepalive|transferencoding|trailer|upgrade|content(length|type|encoding|language|securitypolicy\w*)|server\w*|via|xpoweredby|vary|cachecontrol|pragma|expires|age|etag|lastmodified|acceptranges|allow|wwwauthenticate|setcookie|stricttransportsecurity|x(contenttypeoptions|frameoptions|xssprotection|dnsprefetchcontrol|downloadoptions|permittedcrossdomainpolicies|runtime|responsetime|servedby|cache\w*|robotstag)|(referrer|permissions|feature)policy\w*|crossorigin\w*|accesscontrol\w*|originagentcluster|altsvc|nel|report(to|ingendpoints)|expectct|traceparent|tracestate|x?(request|correlation|trace)id|cf\w+|xamz\w+)$/

/** Whether a response header belongs to the API and not to the server or a proxy. */
export const isApiHeader = (name: string): boolean => !INFRASTRUCTURE.test(normal(name))
/** Headers that may differ between two deliveries of an event. */
export const isOfAttempt = (name: string): boolean =>
  /sign|time-?stamp|attempt|retry|date|trace|request-id|delivery|connection|keep-alive|host|content-length|user-agent/i.test(
    name,
  )
export const isSignatureHeader = (name: string): boolean => /signature|hmac/i.test(name)
export const isTimestampHeader = (name: string): boolean => /time-?stamp/i.test(name)
/** Headers with the type of an event: `ce-type`, `X-Acme-Topic`. */
export const isEventTypeHeader = (name: string): boolean =>
  /^(?!content-).*\b(type|topic|event|event-?type|event-?name)$/i.test(name)
export const isEventIdHeader = (name: string): boolean =>
  /(delivery|event|webhook|message)-?id$|-delivery$/i.test(name)

/** Values of a direction parameter. */
export const isAscending = (way: string): boolean => /^asc/i.test(way)
export const isDescending = (way: string): boolean => /^desc/i.test(way)

/** Whether a value stands for a secret that a response does not show: `**********`. */
export const isMasked = (value: unknown): boolean => typeof value === 'string' && /^[*•●]{3,}/.test(value)

/** Parameters that request related items within the response: `expand=customer`. */
export const isExpansion = (name: string): boolean =>
  /^(?:expand|expands|expansions?|includes?|embeds?|with)$/.test(normal(name))
