/**
 * Lists of public OpenAPI documents, in excerpts: what their parameters mean, and what their properties are. Descriptions are cut
 * after the first sentences. The facts were judged by reading the documents.
 */

/** A schema in short: `string`, `string/date-time`, `enum(a,b)`, `[string]`, `{id:string name:string}`, `any`. */
type Shape = string

export interface PublicList {
  api: string
  path: string
  /** Name of the path parameter of an item; '' where the document has no path for it. */
  parameter: string
  /** Properties of an item: `id:string created_at:string/date-time`. */
  items: string
  /** Property of the response that contains the items; '' where the response is the list. */
  at: string
  /** Properties next to it. */
  around: string
  /** `-` for a parameter that is neither a filter nor about pages and order. */
  parameters: [name: string, shape: Shape, description: string, fact: string][]
  /** `-` for plain data. */
  properties: [name: string, description: string, role: string][]
}

export const PUBLIC_LISTS: PublicList[] = [
  {
    api: 'GitHub',
    path: '/repos/{owner}/{repo}/actions/caches',
    parameter: 'cache_id',
    items:
      'id:integer ref:string key:string version:string last_accessed_at:string/date-time created_at:string/date-time size_in_bytes:integer',
    at: 'actions_caches',
    around: 'total_count:integer',
    parameters: [
      [
        'per_page',
        'integer',
        'The number of results per page (max 100). For more information, see "[Using pagination in the REST API]',
        'limit',
      ],
      [
        'page',
        'integer',
        'The page number of the results to fetch. For more information, see "[Using pagination in the REST API]',
        'page',
      ],
      [
        'ref',
        'string',
        'The full Git reference for narrowing down the cache. The `ref` for a branch should be formatted as `refs/heads/<branch name>`.',
        'ref eq',
      ],
      ['key', 'string', 'An explicit key or prefix for identifying the cache', 'key prefix'],
      [
        'sort',
        'enum(created_at,last_accessed_at,size_in_bytes)',
        'The property to sort the results by. `created_at` means when the cache was created. `last_accessed_at` means when the cache was last accessed.',
        'sort',
      ],
      ['direction', 'enum(asc,desc)', 'The direction to sort the results by.', 'direction'],
    ],
    properties: [
      ['id', '', 'id'],
      ['key', '', '-'],
      ['last_accessed_at', '', 'volatile'],
      ['size_in_bytes', '', '-'],
    ],
  },
  {
    api: 'GitHub',
    path: '/user/packages',
    parameter: '',
    items:
      'id:integer name:string package_type:enum(npm,maven,rubygems) url:string html_url:string version_count:integer visibility:enum(private,public) owner:{name:string email:string login:string id:integer/int64 node_id:string avatar_url:string/uri gravatar_id:string url:string/uri} repository:{id:integer/int64 node_id:string name:string full_name:string owner:object private:boolean html_url:string/uri description:string} created_at:string/date-time updated_at:string/date-time',
    at: '',
    around: '',
    parameters: [
      [
        'package_type',
        'enum(npm,maven,rubygems)',
        "The type of supported package. Packages in GitHub's Gradle registry have the type `maven`.",
        'package_type eq',
      ],
      [
        'visibility',
        'enum(public,private,internal)',
        'The selected visibility of the packages. This parameter is optional and only filters an existing result set.',
        'visibility eq',
      ],
    ],
    properties: [
      ['name', 'The name of the package.', 'name'],
      ['url', '', '-'],
      ['version_count', 'The number of versions of the package.', 'count'],
      ['owner', 'A GitHub user.', '-'],
      ['updated_at', '', 'updatedAt'],
    ],
  },
  {
    api: 'GitHub',
    path: '/repos/{owner}/{repo}/hooks/{hook_id}/deliveries',
    parameter: 'delivery_id',
    items:
      'id:integer/int64 guid:string delivered_at:string/date-time redelivery:boolean duration:number status:string status_code:integer event:string action:string installation_id:integer/int64 repository_id:integer/int64 throttled_at:string/date-time',
    at: '',
    around: '',
    parameters: [
      [
        'cursor',
        'string',
        'Used for pagination: the starting delivery from which the page of deliveries is fetched.',
        'cursor',
      ],
      [
        'status',
        'enum(success,failure)',
        'Returns webhook deliveries filtered by delivery outcome classification based on `status_code` range.',
        '-',
      ],
    ],
    properties: [
      [
        'guid',
        'Unique identifier for the event (shared with all deliveries for all webhooks that subscribe to this event).',
        '-',
      ],
      ['delivered_at', 'Time when the webhook delivery occurred.', '-'],
      ['redelivery', 'Whether the webhook delivery is a redelivery.', '-'],
      ['status', 'Describes the response returned after attempting the delivery.', 'status'],
      ['repository_id', 'The id of the repository associated with this event.', '-'],
    ],
  },
  {
    api: 'Adyen',
    path: '/merchants/{merchantId}/paymentMethodSettings',
    parameter: '',
    items:
      'accel:{processingType:enum(billpay,ecom,pos) transactionDescription:object} affirm:{publicApiKey:string} afterpayTouch:{supportEmail:string supportUrl:string} alipayPlus:{settlementCurrencyCode:string} allowed:boolean amex:{midNumber:string reuseMidNumber:boolean serviceLevel:string} applePay:{domains:[any]} bcmc:{enableBcmcMobile:boolean transactionDescription:object} businessLineId:string carnet:{transactionDescription:object} cartesBancaires:{siret:string transactionDescription:object} clearpay:{supportUrl:string} countries:[string] cup:{transactionDescription:object} currencies:[string] customRoutingFlags:[string] diners:{midNumber:string reuseMidNumber:boolean serviceLevel:string transactionDescription:object} discover:{transactionDescription:object} eft_directdebit_CA:{transactionDescription:object} eftpos_australia:{transactionDescription:object} enabled:boolean girocard:{transactionDescription:object} givex:{currencyCode:string password:string paymentFlow:string username:string} googlePay:{merchantId:string reuseMerchantId:boolean} id:string ideal:{transactionDescription:object} interac_card:{transactionDescription:object} jcb:{midNumber:string reuseMidNumber:boolean serviceLevel:string transactionDescription:object} klarna:{autoCapture:boolean disputeEmail:string region:enum(AU,CH,EU) supportEmail:string} maestro:{transactionDescription:object} maestro_usa:{transactionDescription:object} mc:{transactionDescription:object} mealVoucher_FR:{conecsId:string siret:string subTypes:[any]} nyce:{processingType:enum(billpay,ecom,pos) transactionDescription:object} paybybank_plaid:{logo:string transactionDescription:object} payme:{displayName:string logo:string supportEmail:string} paypal:{directCapture:boolean payerId:string subject:string} payto:{merchantName:string payToPurpose:string} pulse:{processingType:enum(billpay,ecom,pos) transactionDescription:object} reference:string sepadirectdebit:{creditorId:string transactionDescription:object} shopperInteraction:string sodexo:{merchantContactPhone:string} sofort:{currencyCode:string logo:string} star:{processingType:enum(billpay,ecom,pos) transactionDescription:object} storeIds:[string] svs:{authorisationMid:string currencyCode:string} swish:{swishNumber:string} ticket:{requestorId:string} twint:{logo:string} type:string valuelink:{authorisationMid:string pinSupport:enum(PIN,NO_PIN) submitterId:string terminalId:string} verificationStatus:enum(valid,pending,invalid) vipps:{logo:string subscriptionCancelUrl:string} visa:{transactionDescription:object} wechatpay:{contactPersonName:string email:string} wechatpay_pos:{contactPersonName:string email:string}',
    at: 'data',
    around:
      '_links:{first:object last:object next:object prev:object self:object} itemsTotal:integer/int32 pagesTotal:integer/int32 typesWithErrors:[enum(abrapetite,abrapetite_credit,abrapetite_debit)]',
    parameters: [
      [
        'storeId',
        'string',
        'The unique identifier of the store for which to return the payment methods.',
        'each storeIds eq',
      ],
      [
        'businessLineId',
        'string',
        'The unique identifier of the Business Line for which to return the payment methods.',
        'businessLineId eq',
      ],
      [
        'pageSize',
        'integer/int32',
        'The number of items to have on a page, maximum 100. The default is 10 items on a page.',
        'limit',
      ],
      ['pageNumber', 'integer/int32', 'The number of the page to fetch.', 'page'],
    ],
    properties: [
      ['alipayPlus', '**alipay_plus** details', '-'],
      [
        'businessLineId',
        'The unique identifier of the business line. Required if you are a [platform model].',
        '-',
      ],
      [
        'countries',
        'The list of countries where a payment method is available. By default, all countries supported by the payment method.',
        '-',
      ],
      ['maestro', '**maestro** details', '-'],
      [
        'verificationStatus',
        'Payment method status. Possible values: * **valid** * **pending** * **invalid** * **rejected**',
        'status',
      ],
    ],
  },
  {
    api: 'Adyen',
    path: '/companies/{companyId}/androidApps',
    parameter: '',
    items:
      'description:string errorCode:string errors:[object] id:string label:string packageName:string status:enum(archived,error,invalid) versionCode:integer/int32 versionName:string',
    at: 'data',
    around: '',
    parameters: [
      [
        'packageName',
        'string',
        'The package name that uniquely identifies the Android app.',
        'packageName eq',
      ],
      ['versionCode', 'integer/int32', 'The version number of the app.', 'versionCode eq'],
    ],
    properties: [
      [
        'description',
        'The description that was provided when uploading the app. The description is not shown on the terminal.',
        '-',
      ],
      ['packageName', 'The package name that uniquely identifies the Android app.', '-'],
      [
        'status',
        'The status of the app. Possible values: * `processing`: the app is being signed and converted to a format that the terminal can handle.',
        'status',
      ],
      ['versionCode', 'The version number of the app.', '-'],
      ['versionName', 'The app version number that is shown on the terminal.', '-'],
    ],
  },
  {
    api: 'Adyen',
    path: '/companies/{companyId}/terminalActions',
    parameter: '',
    items:
      'actionType:string config:string confirmedAt:string/date-time id:string result:string scheduledAt:string/date-time status:string terminalId:string',
    at: 'data',
    around: '',
    parameters: [
      [
        'status',
        'string',
        'Returns terminal actions with the specified status. Allowed values: **pending**, **successful**, **failed**, **cancelled**, **tryLater**.',
        'status eq',
      ],
      ['type', 'string', 'Returns terminal actions of the specified type.', 'actionType eq'],
    ],
    properties: [
      [
        'actionType',
        'The type of terminal action: **InstallAndroidApp**, **UninstallAndroidApp**, **InstallAndroidCertificate**, or **UninstallAndroidCertificate**.',
        '-',
      ],
      ['config', 'Technical information about the terminal action.', '-'],
      ['confirmedAt', 'The date and time when the action was carried out.', '-'],
      ['id', 'The unique ID of the terminal action.', 'id'],
      ['terminalId', 'The unique ID of the terminal that the action applies to.', '-'],
    ],
  },
  {
    api: 'Asana',
    path: '/teams/{team_gid}/custom_field_settings',
    parameter: '',
    items:
      'gid:string resource_type:string project:{gid:string resource_type:string name:string} is_important:boolean parent:{gid:string resource_type:string name:string} custom_field:{gid:string resource_type:string name:string type:enum(text,enum,multi_enum) enum_options:[any] enabled:boolean representation_type:enum(text,enum,multi_enum) id_prefix:string}',
    at: 'data',
    around: '',
    parameters: [
      ['opt_pretty', 'boolean', 'Provides “pretty” output. Provides the response in a “pretty” format.', '-'],
      [
        'opt_fields',
        '[enum(custom_field,custom_field.asana_created_field,custom_field.created_by)]',
        'This endpoint returns a resource which excludes some properties by default.',
        '-',
      ],
    ],
    properties: [
      ['gid', 'Globally unique identifier of the resource, as a string.', 'id'],
      [
        'project',
        'A *project* represents a prioritized list of tasks in Asana or a board with columns of tasks represented as cards.',
        '-',
      ],
      [
        'custom_field',
        'Custom Fields store the metadata that is used in order to add user-specified information to tasks in Asana. Be sure to reference the [custom fields]',
        '-',
      ],
    ],
  },
  {
    api: 'Asana',
    path: '/time_tracking_entries',
    parameter: 'time_tracking_entry_gid',
    items:
      'gid:string resource_type:string duration_minutes:integer entered_on:string/date attributable_to:{gid:string resource_type:string name:string} created_by:{gid:string resource_type:string name:string} categories:[object]',
    at: 'data',
    around: 'next_page:{offset:string path:string uri:string/uri}',
    parameters: [
      ['task', 'string', 'Globally unique identifier for the task to filter time tracking entries by.', '-'],
      [
        'attributable_to',
        'string',
        'Globally unique identifier for the project the time tracking entries are attributed to.',
        'attributable_to.gid eq',
      ],
      [
        'portfolio',
        'string',
        'Globally unique identifier for the portfolio to filter time tracking entries by.',
        '-',
      ],
      ['user', 'string', 'Globally unique identifier for the user to filter time tracking entries by.', '-'],
      ['workspace', 'string', 'Globally unique identifier for the workspace.', '-'],
      [
        'entered_on_start_date',
        'string/date',
        'The start date for filtering time tracking entries by when they were entered.',
        'entered_on gte',
      ],
    ],
    properties: [
      ['resource_type', 'The base type of this resource.', '-'],
      ['duration_minutes', 'Time in minutes tracked by the entry.', '-'],
      [
        'attributable_to',
        'A *project* represents a prioritized list of tasks in Asana or a board with columns of tasks represented as cards.',
        '-',
      ],
      [
        'created_by',
        'A *user* object represents an account in Asana that can be given access to various workspaces, projects, and tasks.',
        '-',
      ],
      ['categories', 'The categories linked to this time tracking entry.', '-'],
    ],
  },
  {
    api: 'Asana',
    path: '/status_updates',
    parameter: 'status_update_gid',
    items:
      'gid:string resource_type:string title:string resource_subtype:enum(project_status_update,portfolio_status_update,goal_status_update)',
    at: 'data',
    around: 'next_page:{offset:string path:string uri:string/uri}',
    parameters: [
      [
        'parent',
        'string',
        'Globally unique identifier for object to fetch statuses from. Must be a GID for a project, portfolio, or goal.',
        '-',
      ],
      [
        'created_since',
        'string/date-time',
        'Only return statuses that have been created since the given time.',
        '-',
      ],
    ],
    properties: [
      ['title', 'The title of the status update.', 'name'],
      [
        'resource_subtype',
        'The subtype of this resource. Different subtypes retain many of the same fields and behavior, but may render differently in Asana or represent',
        '-',
      ],
    ],
  },
  {
    api: 'Blockfrost',
    path: '/assets/{asset}/transactions',
    parameter: '',
    items: 'tx_hash:string tx_index:integer block_height:integer block_time:integer',
    at: '',
    around: '',
    parameters: [
      ['count', 'integer', 'The number of results displayed on one page.', 'limit'],
      ['page', 'integer', 'The page number for listing the results.', 'page'],
      [
        'order',
        'enum(asc,desc)',
        'The ordering of items from the point of view of the blockchain, not the page listing itself. By default, we return oldest first, newest last.',
        'direction',
      ],
      [
        'from',
        'string',
        'The block number and optionally also index from which (inclusive) to start search for results, concatenated using colon.',
        '-',
      ],
      [
        'to',
        'string',
        'The block number and optionally also index where (inclusive) to end the search for results, concatenated using colon.',
        '-',
      ],
    ],
    properties: [
      ['tx_index', 'Transaction index within the block', '-'],
      ['block_height', 'Block height', '-'],
      ['block_time', 'Block creation time in UNIX time', '-'],
    ],
  },
  {
    api: 'Blockfrost',
    path: '/governance/dreps',
    parameter: 'drep_id',
    items:
      'drep_id:string hex:string amount:string has_script:boolean retired:boolean expired:boolean last_active_epoch:integer metadata:{url:string hash:string json_metadata:any bytes:string error:object}',
    at: '',
    around: '',
    parameters: [
      [
        'order_by',
        'enum(amount)',
        'Optional sort key. When omitted, DReps are ordered by their internal registration order (the current default).',
        'sort',
      ],
      [
        'retired',
        'boolean',
        'Optional filter. When `true`, only returns DReps that have been deregistered. When `false`, only returns DReps that are currently registered.',
        'retired eq',
      ],
      [
        'expired',
        'boolean',
        'Optional filter. When `true`, only returns DReps that have been inactive for longer than the `drep_activity` protocol parameter.',
        'expired eq',
      ],
    ],
    properties: [
      ['drep_id', 'The Bech32 encoded DRep address', 'id'],
      ['amount', 'The total amount of voting power this DRep is delegated.', '-'],
      [
        'expired',
        'Whether the DRep has been inactive for a consecutive number of epochs (determined by an epoch parameter `drep_activity`)',
        '-',
      ],
      [
        'last_active_epoch',
        'Epoch of the most recent action - registration, update, deregistration or voting',
        '-',
      ],
      [
        'metadata',
        "Off-chain metadata associated with the DRep's latest registration. `null` when the DRep has no registration anchor (e.g.",
        '-',
      ],
    ],
  },
  {
    api: 'Box',
    path: '/collaborations',
    parameter: 'collaboration_id',
    items:
      'id:string type:enum(collaboration) item:object app_item:{id:string type:enum(app_item) application_type:string} accessible_by:object invite_email:string role:enum(editor,viewer,previewer) expires_at:string/date-time is_access_only:boolean status:enum(accepted,pending,rejected) acknowledged_at:string/date-time created_by:{id:string type:enum(user) name:string login:string/email is_active:boolean} created_at:string/date-time modified_at:string/date-time acceptance_requirements_status:{terms_of_service_requirement:object strong_password_requirement:object two_factor_authentication_requirement:object}',
    at: 'entries',
    around: 'total_count:integer/int64 limit:integer/int64 offset:integer/int64',
    parameters: [
      ['status', 'enum(pending)', 'The status of the collaborations to retrieve.', 'status eq'],
      ['fields', '[string]', 'A comma-separated list of attributes to include in the response.', '-'],
      [
        'offset',
        'integer/int64',
        'The offset of the item at which to begin the response. Queries with offset parameter value exceeding 10000 will be rejected with a 400 response.',
        'offset',
      ],
      ['limit', 'integer/int64', 'The maximum number of items to return per page.', 'limit'],
    ],
    properties: [
      [
        'invite_email',
        'The email address used to invite an unregistered collaborator, if they are not a registered user.',
        '-',
      ],
      ['role', 'The level of access granted.', '-'],
      [
        'created_by',
        'A mini representation of a user, can be returned only when the status is `pending`.',
        '-',
      ],
      ['created_at', 'When the collaboration object was created.', 'createdAt'],
      ['acceptance_requirements_status', '', '-'],
    ],
  },
  {
    api: 'Box',
    path: '/shield_information_barrier_segment_restrictions',
    parameter: 'shield_information_barrier_segment_restriction_id',
    items:
      'type:enum(shield_information_barrier_segment_restriction) id:string shield_information_barrier_segment:{id:string type:enum(shield_information_barrier_segment)} restricted_segment:{id:string type:enum(shield_information_barrier_segment)} shield_information_barrier:{id:string type:enum(shield_information_barrier)} created_at:string/date-time created_by:{id:string type:enum(user)} updated_at:string/date-time updated_by:{id:string type:enum(user)}',
    at: 'entries',
    around: 'limit:integer/int64 next_marker:string',
    parameters: [
      [
        'shield_information_barrier_segment_id',
        'string',
        'The ID of the shield information barrier segment.',
        'shield_information_barrier_segment.id eq',
      ],
      [
        'marker',
        'string',
        'Defines the position marker at which to begin returning results. This is used when paginating using marker-based pagination.',
        'cursor',
      ],
    ],
    properties: [
      ['id', 'The unique identifier for the shield information barrier segment restriction.', 'id'],
      [
        'shield_information_barrier_segment',
        'The `type` and `id` of the requested shield information barrier segment.',
        '-',
      ],
      ['shield_information_barrier', 'A base representation of a shield information barrier object.', '-'],
      [
        'updated_at',
        'ISO date time string when this shield information barrier segment Restriction was updated.',
        'updatedAt',
      ],
      ['updated_by', 'A mini representation of a user, used when nested within another resource.', '-'],
    ],
  },
  {
    api: 'Box',
    path: '/metadata_templates/{namespace}/{template_key}/fields/{field_key}/options',
    parameter: '',
    items: 'id:string displayName:string level:integer parentId:string nodePath:[string] ancestors:[object]',
    at: 'entries',
    around: 'limit:integer/int64 next_marker:string prev_marker:string',
    parameters: [
      [
        'level',
        '[integer]',
        'Filters results by taxonomy level. Multiple values can be provided. Results include nodes that match any of the specified values.',
        'level eq',
      ],
      [
        'parent',
        '[string]',
        'Node identifier of a direct parent node. Multiple values can be provided. Results include nodes that match any of the specified values.',
        'parentId eq',
      ],
      [
        'ancestor',
        '[string]',
        'Node identifier of any ancestor node. Multiple values can be provided. Results include nodes that match any of the specified values.',
        'each ancestors eq',
      ],
      ['query', 'string', 'Query text to search for the taxonomy nodes.', 'search'],
      [
        'include-total-result-count',
        'boolean',
        'When set to `true` this provides the total number of nodes that matched the query. The response will compute counts of up to 10,000 elements.',
        '-',
      ],
      [
        'only-selectable-options',
        'boolean',
        'When set to `true`, this only returns valid selectable options for this template taxonomy field.',
        '-',
      ],
    ],
    properties: [
      ['displayName', 'The display name of the metadata taxonomy node.', 'name'],
      ['parentId', 'The identifier of the parent node.', 'reference'],
      ['nodePath', 'An array of identifiers for all ancestor nodes. Not returned for root-level nodes.', '-'],
      ['ancestors', 'An array of objects for all ancestor nodes. Not returned for root-level nodes.', '-'],
    ],
  },
  {
    api: 'Discord',
    path: '/users/@me/applications/{application_id}/entitlements',
    parameter: '',
    items:
      'id:string/snowflake sku_id:string/snowflake application_id:string/snowflake user_id:string/snowflake guild_id:string/snowflake deleted:boolean starts_at:string/date-time ends_at:string/date-time type:integer/int32 fulfilled_at:string/date-time fulfillment_status:integer/int32 consumed:boolean gifter_user_id:string/snowflake parent_id:string/snowflake',
    at: '',
    around: '',
    parameters: [
      ['sku_ids', 'any', '', 'sku_id eq'],
      ['exclude_consumed', 'boolean', '', '-'],
    ],
    properties: [
      ['application_id', '', '-'],
      ['starts_at', '', '-'],
      ['fulfilled_at', '', '-'],
      ['fulfillment_status', '', 'status'],
      ['gifter_user_id', '', '-'],
    ],
  },
  {
    api: 'Discord',
    path: '/channels/{channel_id}/users/@me/threads/archived/private',
    parameter: '',
    items:
      'id:string/snowflake type:enum(10,11,12) last_message_id:string/snowflake flags:integer/int32 last_pin_timestamp:string/date-time guild_id:string/snowflake name:string parent_id:string/snowflake rate_limit_per_user:integer/int32 bitrate:integer/int32 user_limit:integer/int32 rtc_region:string video_quality_mode:integer/int32 permissions:string owner_id:string/snowflake thread_metadata:{archived:boolean archive_timestamp:string/date-time auto_archive_duration:integer/int32 locked:boolean create_timestamp:string/date-time invitable:boolean} message_count:integer/int32 member_count:integer/int32 total_message_sent:integer/int32 applied_tags:[string/snowflake] member:{id:string/snowflake user_id:string/snowflake join_timestamp:string/date-time flags:integer/int32 member:object}',
    at: 'threads',
    around: 'members:[object] has_more:boolean first_messages:[object]',
    parameters: [
      ['before', 'string/snowflake', '', '-'],
      ['limit', 'integer', '', 'limit'],
    ],
    properties: [
      ['last_message_id', '', '-'],
      ['rate_limit_per_user', '', '-'],
      ['user_limit', '', '-'],
      ['rtc_region', '', '-'],
      ['message_count', '', 'count'],
    ],
  },
  {
    api: 'Discord',
    path: '/guilds/{guild_id}/audit-logs',
    parameter: '',
    items:
      'id:string/snowflake action_type:integer/int32 user_id:string/snowflake target_id:string/snowflake changes:[object] options:object reason:string',
    at: 'audit_log_entries',
    around:
      'users:[object] integrations:[any] webhooks:[any] guild_scheduled_events:[any] threads:[object] application_commands:[object] auto_moderation_rules:[any]',
    parameters: [
      ['user_id', 'string/snowflake', '', 'user_id eq'],
      ['target_id', 'string/snowflake', '', 'target_id eq'],
      ['action_type', 'integer/int32', '', 'action_type eq'],
      ['after', 'string/snowflake', '', 'cursor'],
    ],
    properties: [
      ['id', '', 'id'],
      ['action_type', '', '-'],
      ['target_id', '', '-'],
      ['options', '', '-'],
      ['reason', '', '-'],
    ],
  },
  {
    api: 'DigitalOcean',
    path: '/v2/gen-ai/workspaces/{workspace_uuid}/agents',
    parameter: '',
    items:
      'anthropic_api_key:{created_at:string/date-time created_by:string/uint64 deleted_at:string/date-time name:string updated_at:string/date-time uuid:string} api_key_infos:[object] api_keys:[object] chatbot:{allowed_domains:[any] button_background_color:string logo:string name:string primary_color:string secondary_color:string starting_message:string} chatbot_identifiers:[object] child_agents:[object] conversation_logs_enabled:boolean created_at:string/date-time deployment:{created_at:string/date-time name:string status:enum(STATUS_UNKNOWN,STATUS_WAITING_FOR_DEPLOYMENT,STATUS_DEPLOYING) updated_at:string/date-time url:string uuid:string visibility:enum(VISIBILITY_UNKNOWN,VISIBILITY_DISABLED,VISIBILITY_PLAYGROUND)} description:string functions:[object] guardrails:[object] if_case:string instruction:string k:integer/int64 knowledge_bases:[object] logging_config:{galileo_project_id:string galileo_project_name:string insights_enabled:boolean insights_enabled_at:string/date-time log_stream_id:string log_stream_name:string} max_tokens:integer/int64 mcp_servers:[object] model:{agreement:object benchmark_score:object capabilities:[any] context_window:string/int64 created_at:string/date-time endpoints:[any] inference_name:string inference_version:string} model_provider_key:{api_key_uuid:string created_at:string/date-time created_by:string/uint64 deleted_at:string/date-time models:[any] name:string provider:enum(MODEL_PROVIDER_DIGITALOCEAN,MODEL_PROVIDER_ANTHROPIC,MODEL_PROVIDER_OPENAI) updated_at:string/date-time} model_router:{config:object created_at:string/date-time description:string name:string regions:[any] updated_at:string/date-time uuid:string} name:string openai_api_key:{created_at:string/date-time created_by:string/uint64 deleted_at:string/date-time models:[any] name:string updated_at:string/date-time uuid:string} parent_agents:[object] project_id:string provide_citations:boolean reasoning_effort:string region:string retrieval_method:enum(RETRIEVAL_METHOD_UNKNOWN,RETRIEVAL_METHOD_REWRITE,RETRIEVAL_METHOD_STEP_BACK) route_created_at:string/date-time route_created_by:string/uint64 route_name:string route_uuid:string tags:[string] temperature:number/float template:{created_at:string/date-time description:string guardrails:[any] instruction:string k:integer/int64 knowledge_bases:[any] long_description:string max_tokens:integer/int64} thinking_token_budget:integer/int64 top_p:number/float updated_at:string/date-time url:string user_id:string/uint64 uuid:string version_hash:string vpc_egress_ips:[string] vpc_uuid:string web_fetch_enabled:boolean web_search_enabled:boolean workspace:{agents:[any] created_at:string/date-time created_by:string/uint64 created_by_email:string deleted_at:string/date-time description:string evaluation_test_cases:[any] name:string}',
    at: 'agents',
    around: 'links:{pages:object} meta:{page:integer/int64 pages:integer/int64 total:integer/int64}',
    parameters: [
      ['only_deployed', 'boolean', 'Only list agents that are deployed.', '-'],
      ['page', 'integer', 'Page number.', 'page'],
      ['per_page', 'integer', 'Items per page.', 'limit'],
    ],
    properties: [
      ['api_keys', 'Api keys', '-'],
      ['name', 'Agent name', 'name'],
      ['project_id', '', '-'],
      ['vpc_uuid', '', '-'],
    ],
  },
  {
    api: 'DigitalOcean',
    path: '/v1/batches',
    parameter: 'batch_id',
    items:
      'batch_id:string/uuid status:enum(validating,in_progress,finalizing) provider:enum(openai,anthropic) endpoint:string completion_window:enum(24h) input_file_id:string/uuid output_file_id:string/uuid error_file_id:string/uuid request_counts:{total:integer completed:integer failed:integer} request_id:string metadata:object errors:[object] created_at:string/date-time in_progress_at:string/date-time finalizing_at:string/date-time completed_at:string/date-time expires_at:string/date-time cancelled_at:string/date-time failed_at:string/date-time',
    at: 'data',
    around: 'object:enum(list) first_id:string/uuid last_id:string/uuid has_more:boolean',
    parameters: [
      [
        'after',
        'string/uuid',
        'Cursor for pagination. Pass the `last_id` value from the previous response to fetch the next page. Omit for the first page.',
        'cursor',
      ],
      ['limit', 'integer', 'Maximum number of batches to return per page.', 'limit'],
      [
        'status',
        'enum(validating,in_progress,finalizing)',
        'Optional filter restricting results to batches in the given lifecycle state.',
        'status eq',
      ],
    ],
    properties: [
      ['completion_window', '', '-'],
      ['output_file_id', 'Output JSONL file. Populated once the job completes.', '-'],
      ['metadata', 'Metadata attached at creation.', '-'],
      ['created_at', '', 'createdAt'],
      ['completed_at', '', '-'],
    ],
  },
  {
    api: 'DigitalOcean',
    path: '/v2/spaces/keys',
    parameter: 'access_key',
    items: 'name:string grants:[object] access_key:string created_at:string/date-time',
    at: 'keys',
    around: 'links:{pages:any} meta:{total:integer}',
    parameters: [
      ['sort', 'string', 'The field to sort by.', 'sort'],
      [
        'sort_direction',
        'string',
        'The direction to sort by. Possible values are `asc` or `desc`.',
        'direction',
      ],
      ['name', 'string', "The access key's name.", 'name eq'],
      ['bucket', 'string', "The bucket's name.", '-'],
      [
        'permission',
        'string',
        'The permission of the access key. Possible values are `read`, `readwrite`, `fullaccess`, or an empty string.',
        '-',
      ],
    ],
    properties: [
      ['grants', 'The list of permissions for the access key.', '-'],
      ['access_key', 'The Access Key ID used to access a bucket.', 'id'],
    ],
  },
  {
    api: 'Intercom',
    path: '/data_attributes',
    parameter: 'id',
    items:
      'type:enum(data_attribute) id:integer model:enum(contact,company) name:string full_name:string label:string description:string data_type:enum(string,integer,float) options:[string] api_writable:boolean messenger_writable:boolean ui_writable:boolean custom:boolean archived:boolean created_at:integer/date-time updated_at:integer/date-time admin_id:string',
    at: 'data',
    around: 'type:enum(list)',
    parameters: [
      [
        'model',
        'enum(contact,company,conversation)',
        'Specify the data attribute model to return.',
        'model eq',
      ],
      [
        'include_archived',
        'boolean',
        'Include archived attributes in the list. By default we return only non archived data attributes.',
        '-',
      ],
    ],
    properties: [
      [
        'id',
        'The unique identifier for the data attribute which is given by Intercom. Only available for custom attributes.',
        'id',
      ],
      [
        'full_name',
        "Full name of the attribute. Should match the name unless it's a nested attribute. We can split full_name on `.` to access nested user object values.",
        'name',
      ],
      ['label', 'Readable name of the attribute (i.e. name you see in the UI)', 'name'],
      ['created_at', 'The time the attribute was created as a UTC Unix timestamp', 'createdAt'],
      ['updated_at', 'The time the attribute was last updated as a UTC Unix timestamp', 'updatedAt'],
    ],
  },
  {
    api: 'Intercom',
    path: '/conversations',
    parameter: 'id',
    items:
      'type:string id:string title:string created_at:integer/date-time updated_at:integer/date-time waiting_since:integer/date-time snoozed_until:integer/date-time open:boolean state:enum(open,closed,snoozed) read:boolean priority:enum(priority,not_priority) admin_assignee_id:integer team_assignee_id:integer tags:{type:enum(tag.list) tags:[any]} conversation_rating:{rating:integer remark:string created_at:integer/date-time contact:object teammate:object} source:{type:enum(conversation,email,facebook) id:string delivered_as:string subject:string body:string author:object attachments:[any] url:string} contacts:{type:enum(contact.list) contacts:[any]} teammates:{type:string teammates:[any]} first_contact_reply:{created_at:integer/date-time type:string url:string} sla_applied:{type:string sla_name:string sla_status:enum(hit,missed,cancelled)} statistics:{type:string time_to_assignment:integer time_to_admin_reply:integer time_to_first_close:integer time_to_last_close:integer median_time_to_reply:integer first_contact_reply_at:integer/date-time first_assignment_at:integer/date-time} linked_objects:{type:enum(list) total_count:integer has_more:boolean data:[any]} ai_agent_participated:boolean ai_agent:{source_type:enum(essentials_plan_setup,profile,workflow) source_title:string last_answer_type:enum(None,ai_answer,custom_answer) resolution_state:enum(assumed_resolution,confirmed_resolution,routed_to_team) rating:integer rating_remark:string content_sources:object}',
    at: 'conversations',
    around:
      'type:enum(conversation.list) total_count:integer pages:{type:enum(pages) page:integer next:object per_page:integer total_pages:integer}',
    parameters: [
      ['per_page', 'integer', 'How many results per page', 'limit'],
      ['starting_after', 'string', 'String used to get the next page of conversations.', 'cursor'],
    ],
    properties: [
      ['title', 'The title given to the conversation.', 'name'],
      ['state', 'Can be set to "open", "closed" or "snoozed".', 'status'],
      [
        'conversation_rating',
        'The Conversation Rating object which contains information on the rating and/or remark added by a Contact and the Admin assigned to the conversation.',
        '-',
      ],
      [
        'first_contact_reply',
        'An object containing information on the first users message. For a contact initiated message this will represent the users original message.',
        '-',
      ],
      [
        'statistics',
        'A Statistics object containing all information required for reporting, with timestamps and calculated metrics.',
        '-',
      ],
    ],
  },
  {
    api: 'Intercom',
    path: '/events',
    parameter: '',
    items: 'name:string first:string last:string count:integer description:string',
    at: 'events',
    around: 'type:enum(event.summary) email:string intercom_user_id:string user_id:string',
    parameters: [
      ['filter', 'object', '', '-'],
      ['type', 'string', 'The value must be user', '-'],
      ['summary', 'boolean', 'summary flag', '-'],
    ],
    properties: [
      ['name', 'The name of the event', 'name'],
      ['first', 'The first time the event was sent', '-'],
      ['last', 'The last time the event was sent', '-'],
      ['count', 'The number of times the event was sent', 'count'],
      ['description', 'The description of the event', '-'],
    ],
  },
  {
    api: 'Lob',
    path: '/cards',
    parameter: 'card_id',
    items:
      'date_created:string/date-time date_modified:string/date-time deleted:boolean object:enum(card) description:string size:enum(3.375x2.125,2.125x3.375) id:string url:string/uri auto_reorder:boolean reorder_quantity:integer raw_url:string/uri front_original_url:string/uri back_original_url:string/uri thumbnails:[object] available_quantity:integer pending_quantity:integer status:enum(processed,rendered) orientation:enum(horizontal,vertical) threshold_amount:integer',
    at: 'data',
    around: 'object:string next_url:string previous_url:string count:integer total_count:integer',
    parameters: [
      ['limit', 'integer', 'How many results to return.', 'limit'],
      [
        'before/after',
        '{before:string after:string}',
        '`before` and `after` are both optional but only one of them can be in the query at a time.',
        '-',
      ],
      [
        'include',
        '[string]',
        'Request that the response include the total count by specifying `include=["total_count"]`.',
        '-',
      ],
    ],
    properties: [
      [
        'date_modified',
        'A timestamp in ISO 8601 format of the date the resource was last modified.',
        'updatedAt',
      ],
      ['description', 'Description of the card.', '-'],
      ['size', 'The size of the card', '-'],
      ['reorder_quantity', 'The number of cards to be reordered.', '-'],
      ['front_original_url', 'The original URL of the front template.', '-'],
    ],
  },
  {
    api: 'Lob',
    path: '/qr_code_analytics',
    parameter: '',
    items: 'resource_id:string date_created:string/date-time number_of_scans:number scans:[object]',
    at: 'data',
    around: 'object:string count:integer total_count:integer scanned_count:integer',
    parameters: [
      [
        'offset',
        'integer',
        'An integer that designates the offset at which to begin returning results. Defaults to 0.',
        'offset',
      ],
      [
        'date_created',
        'deep object',
        'Filter by date created. Accepted formats are ISO-8601 date or datetime, e.g.',
        '-',
      ],
      [
        'scanned',
        'boolean',
        'Filter list of responses to only include QR codes with at least one scan event.',
        '-',
      ],
      ['resource_ids', '[any]', 'Filter by the resource ID.', 'resource_id eq'],
    ],
    properties: [
      ['date_created', 'A timestamp in ISO 8601 format of the date the resource was created.', 'createdAt'],
      [
        'number_of_scans',
        'Number of times the QR Code associated with this mail piece was scanned.',
        'count',
      ],
      ['scans', 'Detailed scan information associated with each mail piece.', '-'],
    ],
  },
  {
    api: 'Lob',
    path: '/postcards',
    parameter: 'psc_id',
    items:
      'description:string metadata:object mail_type:enum(usps_first_class,usps_standard) merge_variables:object send_date:string print_speed:enum(core,None) size:enum(4x6,6x9,6x11) to:any carrier:enum(USPS) thumbnails:[object] expected_delivery_date:string/date date_created:string/date-time date_modified:string/date-time deleted:boolean from:{date_created:string/date-time date_modified:string/date-time deleted:boolean object:enum(address) id:string description:string name:string company:string} id:string front_template_id:string back_template_id:string front_template_version_id:string back_template_version_id:string tracking_events:[object] url:string campaign_id:string use_type:enum(marketing,operational,None) fsc:boolean status:enum(processed,rendered,failed) failure_reason:{remediation:string failure_reason:string errors:[any]} object:enum(postcard)',
    at: 'data',
    around: 'object:string next_url:string previous_url:string count:integer total_count:integer',
    parameters: [
      ['metadata', 'deep object', 'Filter by metadata key-value pair`.', '-'],
      [
        'campaign_id',
        'string',
        'Filters resources created by the provided campaign id, prefixed with `cmp_`.',
        'campaign_id eq',
      ],
      [
        'status',
        'enum(processed,rendered,failed)',
        'A string describing the render status: * `processed` - the rendering process is currently underway.',
        'status eq',
      ],
      [
        'size',
        '[enum(4x6,6x9,6x11)]',
        'Specifies the size of the postcard. Only `4x6` postcards can be sent to international destinations.',
        'size eq',
      ],
      [
        'scheduled',
        'boolean',
        '* `true` - only return orders (past or future) where `send_date` is greater than `date_created` * `false` - only return orders where `send_date` is',
        '-',
      ],
      [
        'send_date',
        'string',
        'Filter by ISO-8601 date or datetime, e.g. `{ "gt": "2012-01-01", "lt": "2012-01-31T12:34:56Z" }` where `gt` is >, `lt` is <, `gte` is ≥, and `lte` is',
        'send_date eq',
      ],
    ],
    properties: [
      [
        'merge_variables',
        'You can input a merge variable payload object to your template or QR code redirect URLs to render dynamic content.',
        '-',
      ],
      [
        'front_template_id',
        'The unique ID of the HTML template used for the front of the postcard. Only filled out when the request contains a valid postcard template ID.',
        '-',
      ],
      [
        'back_template_version_id',
        'The unique ID of the specific version of the HTML template used for the back of the postcard.',
        '-',
      ],
      [
        'status',
        'A string describing the PDF render status: * `processed` - the rendering process is currently in progress.',
        'status',
      ],
    ],
  },
  {
    api: 'Meilisearch',
    path: '/indexes/{indexUid}/similar',
    parameter: '',
    items:
      '_formatted:object _matchesPosition:object _rankingScore:number/double _rankingScoreDetails:object',
    at: 'hits',
    around: 'id:string processingTimeMs:integer',
    parameters: [
      ['id', 'string', '', '-'],
      ['offset', 'integer', '', 'offset'],
      ['limit', 'integer', '', 'limit'],
      ['attributes_to_retrieve', '[string]', '', '-'],
      ['retrieve_vectors', 'boolean', '', '-'],
      ['filter', 'string', '', '-'],
    ],
    properties: [
      ['_formatted', '', '-'],
      ['_matchesPosition', '', '-'],
      ['_rankingScore', '', '-'],
      ['_rankingScoreDetails', '', '-'],
    ],
  },
  {
    api: 'Meilisearch',
    path: '/indexes/{indexUid}/search',
    parameter: '',
    items:
      '_formatted:object _matchesPosition:object _rankingScore:number/double _rankingScoreDetails:object',
    at: 'hits',
    around:
      'query:string processingTimeMs:integer facetDistribution:object facetStats:object semanticHitCount:integer/u-int32',
    parameters: [
      ['q', 'string', '', 'search'],
      ['vector', '[number/float]', '', '-'],
      ['page', 'integer', '', 'page'],
      ['hitsPerPage', 'integer', '', 'limit'],
      ['attributesToRetrieve', '[string]', '', '-'],
      ['retrieveVectors', 'boolean', '', '-'],
    ],
    properties: [],
  },
  {
    api: 'Meilisearch',
    path: '/batches',
    parameter: 'batchUid',
    items:
      'uid:integer/u-int32 progress:{steps:[any] percentage:number/float} details:{displayedAttributes:[any] searchableAttributes:[any] filterableAttributes:[any] sortableAttributes:[any] rankingRules:[any] stopWords:[any] nonSeparatorTokens:[any] separatorTokens:[any]} stats:{totalNbTasks:integer/u-int32 status:object types:object indexUids:object progressTrace:object writeChannelCongestion:object internalDatabaseSizes:object} duration:string startedAt:string/date-time finishedAt:string/date-time batchStrategy:string',
    at: 'results',
    around: 'total:integer/u-int64 limit:integer/u-int32 from:integer/u-int32 next:integer/u-int32',
    parameters: [
      ['from', 'integer/u-int32', 'Fetch the next set of results from the given uid.', 'cursor'],
      ['reverse', 'boolean', 'The order you want to retrieve the objects.', '-'],
      [
        'batchUids',
        'integer/u-int32',
        'Permits to filter tasks by their batch uid. By default, when the `batchUids` query parameter is not set, all task uids are returned.',
        'uid eq',
      ],
      [
        'uids',
        '[integer/u-int32]',
        'Permits to filter tasks by their uid. By default, when the uids query parameter is not set, all task uids are returned.',
        '-',
      ],
      [
        'canceledBy',
        '[integer/u-int32]',
        'Permits to filter tasks using the uid of the task that canceled them.',
        '-',
      ],
      [
        'types',
        '[string]',
        'Permits to filter tasks by their related type. By default, when `types` query parameter is not set, all task types are returned.',
        '-',
      ],
    ],
    properties: [
      ['details', '', '-'],
      ['stats', '', '-'],
      ['duration', '', '-'],
      ['startedAt', '', '-'],
      ['batchStrategy', '', '-'],
    ],
  },
  {
    api: 'Mittwald',
    path: '/v2/projects/{projectId}/app-installations',
    parameter: '',
    items:
      'appExternalVersion:string appId:string/uuid appName:string appVersion:{current:string desired:string lastChangeBy:string lastChangedAt:string/date-time previous:string} createdAt:string/date-time customDocumentRoot:string deletionRequested:boolean description:string disabled:boolean hostname:string id:string/uuid installationPath:string lastError:string linkedDatabases:[object] lockedBy:object phase:enum(pending,installing,upgrading) ports:[object] projectDescription:string projectId:string/uuid screenshotId:string/uuid screenshotRef:string shortId:string systemSoftware:[object] updateAvailable:boolean updatePolicy:enum(none,patchLevel,all) userInputs:[object]',
    at: '',
    around: '',
    parameters: [
      ['appIds', '[string/uuid]', 'IDs of Apps to filter for.', 'appId eq'],
      [
        'searchTerm',
        'string',
        'Search term to filter for. The fields id, shortId, description, appVersion and systemSoftwareVersion are searchable.',
        'description|id|shortId search',
      ],
      [
        'sortOrder',
        'enum(newestFirst,oldestFirst,sortByPhpVersionAsc)',
        'Sorts the list with given order.',
        'sort',
      ],
      ['limit', 'integer', 'The max count of resources to return in the list response.', 'limit'],
      ['skip', 'integer', 'Number of items to skip. Should be multiple of `limit`.', 'offset'],
      [
        'page',
        'integer',
        'Page to display. `skip` and `page` end up doing the same. If both `page` and `skip` are set, skip is used.',
        'page',
      ],
    ],
    properties: [
      ['appName', '', '-'],
      [
        'appVersion',
        'VersionStatus describes the current and desired version of something like the AppVersion of an AppInstallation.',
        '-',
      ],
      ['createdAt', '', 'createdAt'],
      ['description', '', '-'],
      ['screenshotId', '', '-'],
    ],
  },
  {
    api: 'Mittwald',
    path: '/v2/projects/{projectId}/mail-addresses',
    parameter: '',
    items:
      'address:string/idn-email archive:{active:boolean quota:integer/int64 usedBytes:integer/int64} autoResponder:{active:boolean expiresAt:string/date-time message:string startsAt:string/date-time} forwardAddresses:[string/idn-email] id:string/uuid isArchived:boolean isBackupInProgress:boolean isCatchAll:boolean mailbox:{mailsystemSettings:object name:string passwordUpdatedAt:string/date-time sendingEnabled:boolean spamProtection:object storageInBytes:object} originalAddress:string/idn-email projectId:string rateLimitChangeRequest:{rateLimitId:string} receivingDisabled:boolean updatedAt:string/date-time',
    at: '',
    around: '',
    parameters: [
      [
        'search',
        'string',
        'Search term to filter MailAddresses for. The fields id, address and mailboxName are searchable.',
        'address|id search',
      ],
      ['forwardAddress', 'boolean', 'Whether the MailAddress is a forward address.', '-'],
      ['catchAll', 'boolean', 'Whether the MailAddress is a catch-all address.', 'isCatchAll eq'],
      [
        'autoResponder',
        'boolean',
        'Whether the MailAddress has an active auto responder.',
        'autoResponder.active eq',
      ],
      ['mailArchive', 'boolean', 'Whether the MailAddress has a mail-archive.', '-'],
      [
        'sort',
        '[enum(address.domain,address.local,updatedAt)]',
        'List of fields how the result should be sorted.',
        'sort',
      ],
    ],
    properties: [
      ['address', '', '-'],
      ['forwardAddresses', '', '-'],
      ['isCatchAll', '', '-'],
      ['projectId', '', '-'],
      ['updatedAt', '', 'updatedAt'],
    ],
  },
  {
    api: 'Mittwald',
    path: '/v2/customers/{customerId}/memberships',
    parameter: '',
    items:
      'avatarRef:string/uuid customerId:string/uuid email:string/email expiresAt:string/date-time firstName:string id:string/uuid inviteId:string/uuid lastName:string memberSince:string/date-time mfa:boolean role:enum(notset,owner,member) userId:string/uuid',
    at: '',
    around: '',
    parameters: [
      ['hasExpiry', 'boolean', '', '-'],
      ['role', 'enum(notset,owner,member)', '', 'role eq'],
    ],
    properties: [
      ['avatarRef', 'Avatar file reference id of the user.', '-'],
      ['customerId', 'ID of the Customer the CustomerMembership is for.', '-'],
      ['id', 'ID of the CustomerMembership.', 'id'],
      ['lastName', 'Last name of the user.', '-'],
      ['userId', 'ID of the user the CustomerMembership is for.', '-'],
    ],
  },
  {
    api: 'Museum',
    path: '/special-events',
    parameter: 'eventId',
    items:
      'eventId:string/uuid name:string location:string eventDescription:string dates:[string/date] price:number/float',
    at: '',
    around: '',
    parameters: [
      [
        'startDate',
        'string/date',
        "Starting date to retrieve future operating hours from. Defaults to today's date.",
        '-',
      ],
      [
        'endDate',
        'string/date',
        'End of a date range to retrieve special events for. Defaults to 7 days after `startDate`.',
        '-',
      ],
      ['page', 'integer', 'Page number to retrieve.', 'page'],
      ['limit', 'integer', 'Number of days per page.', 'limit'],
    ],
    properties: [
      ['name', 'Name of the special event.', 'name'],
      ['location', 'Location where the special event is held.', '-'],
      ['eventDescription', 'Description of the special event.', '-'],
      ['dates', 'List of planned dates for the special event.', '-'],
      ['price', 'Price of a ticket for the special event.', '-'],
    ],
  },
  {
    api: 'Netlify',
    path: '/accounts/{account_id}/env',
    parameter: 'key',
    items:
      'key:string scopes:[enum(builds,functions,runtime)] values:[object] is_secret:boolean updated_at:string/date-time updated_by:{id:string full_name:string email:string avatar_url:string}',
    at: '',
    around: '',
    parameters: [
      ['context_name', 'enum(all,dev,dev-server)', 'Filter by deploy context', '-'],
      ['scope', 'enum(builds,functions,runtime)', 'Filter by scope', 'each scopes eq'],
      ['site_id', 'string', 'If specified, only return environment variables set on this site', '-'],
    ],
    properties: [
      ['key', 'The environment variable key, like ALGOLIA_ID (case-sensitive)', 'id'],
      ['values', 'An array of Value objects containing values and metadata', '-'],
      ['is_secret', "Secret values are only readable by code running on Netlify's systems.", '-'],
      ['updated_at', 'The timestamp of when the value was last updated', 'updatedAt'],
      ['updated_by', '', '-'],
    ],
  },
  {
    api: 'Netlify',
    path: '/sites/{site_id}/dev_servers',
    parameter: 'dev_server_id',
    items:
      'id:string site_id:string branch:string url:string state:string created_at:string/dateTime updated_at:string/dateTime starting_at:string/dateTime error_at:string/dateTime live_at:string/dateTime done_at:string/dateTime title:string',
    at: '',
    around: '',
    parameters: [
      ['page', 'integer/int32', '', 'page'],
      ['per_page', 'integer/int32', '', 'limit'],
    ],
    properties: [
      ['site_id', '', '-'],
      ['url', '', '-'],
      ['starting_at', '', '-'],
      ['done_at', '', '-'],
      ['title', '', 'name'],
    ],
  },
  {
    api: 'Netlify',
    path: '/sites/{site_id}/deploys',
    parameter: 'deploy_id',
    items:
      'id:string site_id:string user_id:string build_id:string state:string name:string url:string ssl_url:string admin_url:string deploy_url:string deploy_ssl_url:string screenshot_url:string review_id:number draft:boolean required:[string] required_functions:[string] error_message:string branch:string commit_ref:string commit_url:string skipped:boolean created_at:string/dateTime updated_at:string/dateTime published_at:string/dateTime title:string context:string locked:boolean review_url:string framework:string skew_protection_token:string function_schedules:[object] functions_region:string functions_region_overrides:[object]',
    at: '',
    around: '',
    parameters: [
      ['deploy-previews', 'boolean', '', '-'],
      ['production', 'boolean', '', '-'],
      ['state', 'enum(new,pending_review,accepted)', '', 'state eq'],
      ['branch', 'string', '', 'branch eq'],
      ['latest-published', 'boolean', '', '-'],
    ],
    properties: [
      ['user_id', '', '-'],
      ['state', '', 'status'],
      ['deploy_url', '', '-'],
      ['created_at', '', 'createdAt'],
      ['function_schedules', '', '-'],
    ],
  },
  {
    api: 'Okta',
    path: '/api/v1/authorizationServers/{authServerId}/associatedServers',
    parameter: 'associatedServerId',
    items:
      'accessTokenEncryptedResponseAlgorithm:string audiences:[string] created:string/date-time credentials:{signing:object} description:string id:string issuer:string issuerMode:string jwks:{keys:[any]} jwks_uri:string lastUpdated:string/date-time name:string status:string _links:{self:object claims:object deactivate:object metadata:[any] policies:object rotateKey:object scopes:object}',
    at: '',
    around: '',
    parameters: [
      [
        'trusted',
        'boolean',
        'Searches trusted authorization servers when `true` or searches untrusted authorization servers when `false`',
        '-',
      ],
      [
        'q',
        'string',
        'Searches for the name or audience of the associated authorization servers',
        'name search',
      ],
      ['limit', 'integer/int32', 'Specifies the number of results for a page', 'limit'],
      [
        'after',
        'string',
        'Specifies the pagination cursor for the next page of the associated authorization servers',
        'cursor',
      ],
    ],
    properties: [
      [
        'audiences',
        'The recipients that the tokens are intended for. This becomes the `aud` claim in an access token. Okta currently supports only one audience.',
        '-',
      ],
      ['created', '', 'createdAt'],
      [
        'issuer',
        'The complete URL for the custom authorization server. This becomes the `iss` claim in an access token.',
        '-',
      ],
      ['lastUpdated', '', 'updatedAt'],
      ['status', '', 'status'],
    ],
  },
  {
    api: 'Okta',
    path: '/api/v1/groups/rules',
    parameter: 'groupRuleId',
    items:
      'actions:{assignUserToGroups:object} conditions:{expression:object people:object} created:string/date-time id:string lastUpdated:string/date-time name:string status:string type:string _embedded:{groupIdToGroupNameMap:object}',
    at: '',
    around: '',
    parameters: [
      ['search', 'string', 'Specifies the keyword to search rules for', 'search'],
      [
        'expand',
        'enum(groupIdToGroupNameMap)',
        'If specified, returns the mapping of group IDs to group names in the `_embedded` object.',
        '-',
      ],
    ],
    properties: [
      ['actions', 'Defines which users and groups to assign', '-'],
      ['conditions', 'Defines group rule conditions', '-'],
      ['id', 'ID of the group rule', 'id'],
      ['name', 'Name of the group rule', 'name'],
      [
        '_embedded',
        'This object appears with embedded resources related to the group rule if you use the `expand` query parameter',
        '-',
      ],
    ],
  },
  {
    api: 'Okta',
    path: '/api/v1/groups',
    parameter: 'groupId',
    items:
      'created:string/date-time id:string lastMembershipUpdated:string/date-time lastUpdated:string/date-time objectClass:[string] profile:any type:string _embedded:{stats:object app:object} _links:{self:object apps:object logo:[any] source:object users:object}',
    at: '',
    around: '',
    parameters: [
      [
        'filter',
        'string',
        'Filter expression for groups. See [Filter]. Filtering supports the following limited number of properties: `id`, `type`, `las',
        '-',
      ],
      [
        'sortBy',
        'string',
        'Specifies the field to sort by (for search queries only). `sortBy` can be any single property, for example `sortBy=profile.name`.',
        'sort',
      ],
      [
        'sortOrder',
        'string',
        "Specifies sort order: `asc` or `desc` (for search queries only). This parameter is ignored if `sortBy` isn't present.",
        'direction',
      ],
    ],
    properties: [
      ['lastMembershipUpdated', 'Timestamp when the groups memberships were last updated', '-'],
      ['type', "Determines how a group's profile and memberships are managed", '-'],
      ['_links', '[Discoverable resources] related to the group', '-'],
    ],
  },
  {
    api: 'OpenAI',
    path: '/organization/usage/code_interpreter_sessions',
    parameter: '',
    items: 'object:enum(bucket) start_time:integer end_time:integer results:[any]',
    at: 'data',
    around: 'object:enum(page) has_more:boolean next_page:string',
    parameters: [
      [
        'start_time',
        'integer',
        'Start time (Unix seconds) of the query time range, inclusive.',
        'start_time gte',
      ],
      [
        'bucket_width',
        'enum(1m,1h,1d)',
        'Width of each time bucket in response. Currently `1m`, `1h` and `1d` are supported, default to `1d`.',
        '-',
      ],
      ['project_ids', '[string]', 'Return only usage for these projects.', '-'],
      [
        'group_by',
        '[enum(project_id)]',
        'Group the usage data by the specified fields. Support fields include `project_id`.',
        '-',
      ],
      ['limit', 'integer', 'Specifies the number of buckets to return.', 'limit'],
    ],
    properties: [
      ['object', '', '-'],
      ['start_time', '', '-'],
      ['end_time', '', '-'],
      ['results', '', '-'],
    ],
  },
  {
    api: 'OpenAI',
    path: '/organization/usage/audio_speeches',
    parameter: '',
    items: 'object:enum(bucket) start_time:integer end_time:integer results:[any]',
    at: 'data',
    around: 'object:enum(page) has_more:boolean next_page:string',
    parameters: [
      ['user_ids', '[string]', 'Return only usage for these users.', '-'],
      ['api_key_ids', '[string]', 'Return only usage for these API keys.', '-'],
      ['models', '[string]', 'Return only usage for these models.', '-'],
    ],
    properties: [],
  },
  {
    api: 'OpenAI',
    path: '/evals/{eval_id}/runs',
    parameter: 'run_id',
    items:
      'object:enum(eval.run) id:string eval_id:string status:string model:string name:string created_at:integer/unixtime report_url:string/uri result_counts:{total:integer errored:integer failed:integer passed:integer} per_model_usage:[object] per_testing_criteria_results:[object] data_source:object metadata:object error:{code:string message:string}',
    at: 'data',
    around: 'object:enum(list) first_id:string last_id:string has_more:boolean',
    parameters: [
      ['after', 'string', 'Identifier for the last run from the previous pagination request.', 'cursor'],
      [
        'order',
        'enum(asc,desc)',
        'Sort order for runs by timestamp. Use `asc` for ascending order or `desc` for descending order. Defaults to `asc`.',
        'direction',
      ],
      [
        'status',
        'enum(queued,in_progress,completed)',
        'Filter runs by status. One of `queued` | `in_progress` | `failed` | `completed` | `canceled`.',
        'status eq',
      ],
    ],
    properties: [
      ['status', 'The status of the evaluation run.', 'status'],
      ['name', 'The name of the evaluation run.', 'name'],
      ['result_counts', 'Counters summarizing the outcomes of the evaluation run.', '-'],
      ['data_source', "Information about the run's data source.", '-'],
      ['error', 'An object representing an error response from the Eval API.', '-'],
    ],
  },
  {
    api: 'PagerDuty',
    path: '/enrichment/event_enrichments/{id}/associations',
    parameter: '',
    items:
      'type:enum(service_reference,event_orchestration_reference) id:string summary:string self:string/url',
    at: 'associations',
    around: 'limit:integer offset:integer more:boolean total:integer',
    parameters: [
      [
        'association_type',
        'enum(service,event_orchestration)',
        'Filter associations by type. Either "service" or "event_orchestration".',
        '-',
      ],
      ['limit', 'integer', 'The number of results per page.', 'limit'],
      ['offset', 'integer', 'Offset to start pagination search results.', 'offset'],
    ],
    properties: [
      ['type', 'The type of the associated resource.', '-'],
      ['self', 'The API show URL at which the associated resource is accessible.', '-'],
    ],
  },
  {
    api: 'PagerDuty',
    path: '/services/{id}/audit/records',
    parameter: '',
    items:
      'id:string self:string execution_time:string/date-time execution_context:{request_id:string remote_address:string} actors:[object] method:{description:string truncated_token:string type:enum(browser,oauth,api_token)} root_resource:{id:string summary:string type:string self:string/url html_url:string/url} action:string details:{resource:object fields:[any] references:[any]}',
    at: 'records',
    around: 'response_metadata:any limit:integer next_cursor:string',
    parameters: [
      [
        'cursor',
        'string',
        'Optional parameter used to request the "next" set of results from an API.',
        'cursor',
      ],
      [
        'since',
        'string/date-time',
        'The start of the date range over which you want to search. If not specified, defaults to `now() - 24 hours` (past 24 hours)',
        'execution_time gte',
      ],
      [
        'until',
        'string/date-time',
        'The end of the date range over which you want to search. If not specified, defaults to `now()`. May not be more than 31 days after `since`.',
        'execution_time lte',
      ],
    ],
    properties: [
      [
        'execution_time',
        'The date/time the action executed, in ISO8601 format and millisecond precision.',
        '-',
      ],
      ['execution_context', 'Action execution context', '-'],
      ['root_resource', '', '-'],
      ['action', '', '-'],
      [
        'details',
        'Additional details to provide further information about the action or the resource that has been audited.',
        '-',
      ],
    ],
  },
  {
    api: 'PagerDuty',
    path: '/users',
    parameter: 'user_id',
    items:
      'id:string summary:string type:enum(user) self:string/url html_url:string/url name:string email:string/email time_zone:string/tzinfo color:string role:enum(admin,limited_user,observer) avatar_url:string/url description:string invitation_sent:boolean job_title:string created_via_sso:boolean teams:[object] contact_methods:[object] notification_rules:[object] http_cal_url:string/uri web_cal_url:string/uri',
    at: 'users',
    around: 'offset:integer limit:integer more:boolean total:integer',
    parameters: [
      [
        'query',
        'string',
        'Filters the result, showing only the records whose name matches the query.',
        'name search',
      ],
      [
        'team_ids[]',
        '[string]',
        'An array of team IDs. Only results related to these teams will be returned. Account must have the `teams` ability to use this parameter.',
        'each teams eq',
      ],
      [
        'total',
        'boolean',
        'By default the `total` field in pagination responses is set to `null` to provide the fastest possible response times.',
        '-',
      ],
      [
        'include[]',
        'enum(contact_methods,notification_rules,teams)',
        'Array of additional Models to include in response.',
        '-',
      ],
    ],
    properties: [
      [
        'summary',
        'A short-form, server-generated string that provides succinct, important information about an object suitable for primary labeling of an entity in a',
        '-',
      ],
      ['time_zone', "The preferred time zone name. If null, the account's time zone will be used.", '-'],
      ['invitation_sent', 'If true, the user has an outstanding invitation.', '-'],
      [
        'teams',
        'The list of teams to which the user belongs. Account must have the `teams` ability to set this.',
        '-',
      ],
      ['contact_methods', 'The list of contact methods for the user.', '-'],
    ],
  },
  {
    api: 'Resend',
    path: '/contacts/imports',
    parameter: 'id',
    items:
      'object:string id:string/uuid status:enum(queued,in_progress,completed) created_at:string completed_at:string counts:{total:integer created:integer updated:integer skipped:integer failed:integer}',
    at: 'data',
    around: 'object:string has_more:boolean',
    parameters: [
      ['status', 'enum(queued,in_progress,completed)', 'Filter contact imports by status.', 'status eq'],
      ['limit', 'integer', 'Number of items to return.', 'limit'],
      ['after', 'string', 'Return items after this cursor.', 'cursor'],
      ['before', 'string', 'Return items before this cursor.', '-'],
    ],
    properties: [
      ['object', 'Type of the response object.', '-'],
      ['id', 'Unique identifier for the contact import.', 'id'],
      ['created_at', 'Timestamp indicating when the contact import was created.', 'createdAt'],
      ['completed_at', 'Timestamp indicating when the contact import completed.', '-'],
      ['counts', '', '-'],
    ],
  },
  {
    api: 'Resend',
    path: '/broadcasts/{id}/recipients',
    parameter: '',
    items:
      'id:string contact_id:string email:string count:integer bounce_type:enum(permanent,transient,undetermined) clicked_links:[object]',
    at: 'data',
    around: 'object:string has_more:boolean',
    parameters: [
      ['type', 'enum(sent,delivered,opened)', 'The recipient event type to filter by.', '-'],
      ['email', 'string', 'Filter recipients by email address.', 'email eq'],
      [
        'bounce_type',
        'enum(permanent,transient,undetermined)',
        'Filter bounced recipients by bounce type. Only valid when `type` is `bounced`.',
        'bounce_type eq',
      ],
    ],
    properties: [
      ['contact_id', 'The ID of the contact associated with this recipient, if one exists.', '-'],
      [
        'count',
        'The number of times this recipient triggered the event. Only present when `type` is `opened` or `clicked`.',
        'count',
      ],
      ['bounce_type', 'The type of bounce. Only present when `type` is `bounced`.', '-'],
      ['clicked_links', 'The links this recipient clicked. Only present when `type` is `clicked`.', '-'],
    ],
  },
  {
    api: 'Resend',
    path: '/emails/metrics',
    parameter: '',
    items:
      'period:string domain_id:string/uuid domain_name:string email_id:string/uuid broadcast_id:string/uuid broadcast_name:string',
    at: 'data',
    around:
      'object:string start_date:string end_date:string metrics:[string] dimensions:[enum(period,domain,email)] granularity:enum(hourly,daily,weekly) totals:object',
    parameters: [
      [
        'start_date',
        'string',
        'The start of the date range, as an ISO 8601 date or datetime. Must be on or before `end_date`. Defaults to 6 days before `end_date`.',
        '-',
      ],
      [
        'end_date',
        'string',
        'The end of the date range, as an ISO 8601 date or datetime. Values in the future are clamped to the current time. Defaults to now.',
        '-',
      ],
      [
        'timezone',
        'string',
        'The IANA timezone (e.g. `America/New_York`) used to bucket periods when `period` is in `dimensions`.',
        '-',
      ],
      [
        'granularity',
        'enum(hourly,daily,weekly)',
        "The bucket size used when `period` is in `dimensions`. The date range can't produce more than 10,000 periods at the chosen granularity.",
        '-',
      ],
      [
        'metrics',
        '[enum(received,delivered,complained)]',
        'List of metrics to include in the response. Defaults to all metrics. Accepts a comma-separated value, the parameter repeated, or a mix of both.',
        '-',
      ],
      [
        'dimensions',
        '[enum(period,domain,email)]',
        'List of dimensions to break the response down by. `email` cannot be combined with `broadcast`.',
        '-',
      ],
    ],
    properties: [
      ['period', 'Present when `period` is in `dimensions`.', '-'],
      ['domain_id', 'Present when `domain` is in `dimensions`.', '-'],
      ['domain_name', 'Present when `domain` is in `dimensions`.', '-'],
      ['email_id', 'Present when `email` is in `dimensions`.', '-'],
      ['broadcast_id', 'Present when `broadcast` is in `dimensions`.', '-'],
    ],
  },
  {
    api: 'SendGrid',
    path: '/subusers/stats/sums',
    parameter: '',
    items:
      'metrics:{blocks:integer bounce_drops:integer bounces:integer clicks:integer deferred:integer delivered:integer invalid_emails:integer opens:integer} name:string type:string',
    at: 'stats',
    around: 'date:string',
    parameters: [
      ['sort_by_direction', 'enum(desc,asc)', 'The direction you want to sort.', 'direction'],
      [
        'start_date',
        'string',
        'The starting date of the statistics to retrieve. Must follow format YYYY-MM-DD.',
        '-',
      ],
      [
        'end_date',
        'string',
        'The end date of the statistics to retrieve. Defaults to today. Must follow format YYYY-MM-DD.',
        '-',
      ],
      ['limit', 'integer', 'Limits the number of results returned per page.', 'limit'],
      ['offset', 'integer', 'The point in the list to begin retrieving results from.', 'offset'],
      [
        'aggregated_by',
        'string',
        'How to group the statistics. Defaults to today. Must follow format YYYY-MM-DD.',
        '-',
      ],
    ],
    properties: [
      ['metrics', '', '-'],
      ['name', 'The name of the category.', 'name'],
      ['type', 'How you are segmenting your statistics.', '-'],
    ],
  },
  {
    api: 'SendGrid',
    path: '/suppression/blocks',
    parameter: 'email',
    items: 'created:integer email:string/email reason:string status:string',
    at: '',
    around: '',
    parameters: [
      [
        'start_time',
        'integer',
        'The start of the time range when a blocked email was created (inclusive). This is a unix timestamp.',
        'created gte',
      ],
      [
        'end_time',
        'integer',
        'The end of the time range when a blocked email was created (inclusive). This is a unix timestamp.',
        'created lte',
      ],
    ],
    properties: [
      [
        'created',
        'A Unix timestamp indicating when the email address was added to the blocks list.',
        'createdAt',
      ],
      ['reason', 'An explanation for the reason of the block.', '-'],
      ['status', 'The status of the block.', 'status'],
    ],
  },
  {
    api: 'SendGrid',
    path: '/marketing/singlesends',
    parameter: 'id',
    items:
      'id:string/uuid name:string abtest:{type:enum(subject,content) winner_criteria:enum(open,click,manual) test_percentage:integer duration:string winning_template_id:string winner_selected_at:string expiration_date:string} status:enum(draft,scheduled,triggered) categories:[string] send_at:string/date-time is_abtest:boolean updated_at:string/date-time created_at:string/date-time',
    at: 'result',
    around: '_metadata:{prev:string/uri self:string/uri next:string/uri count:integer}',
    parameters: [
      ['page_size', 'integer', '', 'limit'],
      ['page_token', 'string', '', 'cursor'],
    ],
    properties: [
      ['id', '', 'id'],
      ['abtest', '', '-'],
      ['categories', 'categories to associate with this Single Send', '-'],
      ['send_at', 'the ISO 8601 time at which to send the Single Send; must be in future', '-'],
      ['created_at', 'the ISO 8601 time at which the Single Send was created', 'createdAt'],
    ],
  },
  {
    api: 'Sentry',
    path: '/api/0/projects/{organization_id_or_slug}/{project_id_or_slug}/releases/',
    parameter: '',
    items:
      'ref:string url:string dateReleased:string/date-time dateCreated:string/date-time dateStarted:string/date-time owner:object lastCommit:object lastDeploy:{dateStarted:string url:string id:string environment:string dateFinished:string name:string} firstEvent:string/date-time lastEvent:string/date-time currentProjectMeta:object userAgent:string adoptionStages:object id:integer version:string newGroups:integer status:string shortVersion:string versionInfo:{description:string package:string version:object buildHash:string} data:object commitCount:integer deployCount:integer authors:[any] projects:[object]',
    at: '',
    around: '',
    parameters: [
      ['environment', '[string]', 'The name of environments to filter by.', '-'],
      ['query', 'string', 'Case-insensitive substring match against the release version.', 'version search'],
      [
        'per_page',
        'integer',
        'Limit the number of rows to return in the result. Default and maximum allowed is 100.',
        'limit',
      ],
      [
        'cursor',
        'string',
        'A pointer to the last object fetched and its sort order; used to retrieve the next or previous results.',
        'cursor',
      ],
    ],
    properties: [
      ['ref', '', '-'],
      ['lastEvent', '', '-'],
      ['status', '', 'status'],
      ['projects', '', '-'],
    ],
  },
  {
    api: 'Sentry',
    path: '/api/0/organizations/{organization_id_or_slug}/monitors/',
    parameter: 'monitor_id_or_slug',
    items:
      'alertRule:{targets:[any] environment:string} id:string name:string slug:string status:string isMuted:boolean isUpserting:boolean config:{schedule_type:enum(crontab,interval) schedule:any checkin_margin:integer max_runtime:integer timezone:string failure_issue_threshold:integer recovery_threshold:integer alert_rule_id:integer} dateCreated:string/date-time project:{stats:any transactionStats:any sessionStats:any id:string slug:string name:string platform:string dateCreated:string/date-time} environments:{name:string status:string isMuted:boolean dateCreated:string/date-time lastCheckIn:string/date-time nextCheckIn:string/date-time nextCheckInLatest:string/date-time activeIncident:object} owner:{type:enum(user,team) id:string name:string email:string}',
    at: '',
    around: '',
    parameters: [
      [
        'project',
        '[any]',
        'The IDs or slugs of projects to filter by. Project slugs are unique within each organization. Omit this parameter to include all accessible projects.',
        'project.id eq',
      ],
      [
        'owner',
        'string',
        'The owner of the monitor, in the format `user:id` or `team:id`. May be specified multiple times.',
        '-',
      ],
    ],
    properties: [
      ['slug', '', '-'],
      ['isMuted', '', '-'],
      ['config', '', '-'],
      ['dateCreated', '', 'createdAt'],
      ['project', '', '-'],
    ],
  },
  {
    api: 'Sentry',
    path: '/api/0/projects/{organization_id_or_slug}/{project_id_or_slug}/issues/',
    parameter: '',
    items:
      'annotations:[string] assignedTo:object count:string culprit:string firstSeen:string hasSeen:boolean id:string isBookmarked:boolean isPublic:boolean isSubscribed:boolean lastSeen:string level:string logger:string metadata:any numComments:integer permalink:string project:{id:string name:string slug:string} shareId:string shortId:string stats:{24h:[any]} status:enum(resolved,unresolved,ignored) statusDetails:object subscriptionDetails:object title:string type:string userCount:integer',
    at: '',
    around: '',
    parameters: [
      [
        'statsPeriod',
        'string',
        'An optional stat period (can be one of `"24h"`, `"14d"`, and `""`), defaults to "24h" if not provided.',
        '-',
      ],
      [
        'shortIdLookup',
        'boolean',
        'If this is set to true then short IDs are looked up by this function as well.',
        '-',
      ],
      [
        'hashes',
        'string',
        "A list of hashes of groups to return. Is not compatible with 'query' parameter. The maximum number of hashes that can be sent is 100.",
        '-',
      ],
      [
        'sort',
        'enum(date,new,trends)',
        "The sort order of the issues. Options include 'Last Seen' (`date`), 'First Seen' (`new`), 'Trends' (`trends`), 'Events' (`freq`), 'Users' (`user`),",
        'sort',
      ],
      ['limit', 'integer', 'The maximum number of issues to return. The maximum is 100.', 'limit'],
    ],
    properties: [
      ['level', '', '-'],
      ['shareId', '', '-'],
      ['stats', '', '-'],
      ['subscriptionDetails', '', '-'],
      ['userCount', '', 'count'],
    ],
  },
  {
    api: 'Spotify',
    path: '/me/top/tracks',
    parameter: '',
    items:
      'album:{album_type:enum(album,single,compilation) total_tracks:integer available_markets:[any] external_urls:object href:string id:string images:[any] name:string} artists:[object] available_markets:[string] disc_number:integer duration_ms:integer explicit:boolean external_ids:{isrc:string ean:string upc:string} external_urls:{spotify:string} href:string id:string is_playable:boolean linked_from:{external_urls:object href:string id:string type:string uri:string} restrictions:{reason:string} name:string popularity:integer preview_url:string track_number:integer type:enum(track) uri:string is_local:boolean',
    at: 'items',
    around: 'href:string limit:integer next:string offset:integer previous:string total:integer',
    parameters: [
      ['time_range', 'string', '', '-'],
      ['limit', 'integer', '', 'limit'],
      ['offset', 'integer', '', 'offset'],
    ],
    properties: [
      ['disc_number', 'The disc number (usually `1` unless the album consists of more than one disc).', '-'],
      ['duration_ms', 'The track length in milliseconds.', '-'],
      ['id', 'The [Spotify ID] for the track.', 'id'],
      [
        'track_number',
        'The number of the track. If an album has several discs, the track number is the number on the specified disc.',
        '-',
      ],
      ['uri', 'The [Spotify URI] for the track.', '-'],
    ],
  },
  {
    api: 'Spotify',
    path: '/playlists/{playlist_id}/tracks',
    parameter: '',
    items:
      'added_at:string/date-time added_by:{external_urls:object href:string id:string type:enum(user) uri:string} is_local:boolean item:any track:any',
    at: 'items',
    around: 'href:string limit:integer next:string offset:integer previous:string total:integer',
    parameters: [
      ['market', 'string', '', '-'],
      ['fields', 'string', '', '-'],
      ['additional_types', 'string', '', '-'],
    ],
    properties: [
      [
        'added_at',
        'The date and time the track or episode was added. _**Note**: some very old playlists may return `null` in this field._',
        'createdAt',
      ],
      [
        'added_by',
        'The Spotify user who added the track or episode. _**Note**: some very old playlists may return `null` in this field._',
        '-',
      ],
      ['item', 'Information about the track or episode.', '-'],
    ],
  },
  {
    api: 'Twilio',
    path: '/2010-04-01/Accounts/{AccountSid}/SigningKeys.json',
    parameter: 'Sid',
    items:
      'sid:string friendly_name:string date_created:string/date-time-rfc-2822 date_updated:string/date-time-rfc-2822',
    at: 'signing_keys',
    around:
      'end:integer first_page_uri:string/uri next_page_uri:string/uri page:integer page_size:integer previous_page_uri:string/uri start:integer uri:string/uri',
    parameters: [
      [
        'PageSize',
        'integer/int64',
        'How many resources to return in each list page. The default is 50, and the maximum is 1000.',
        'limit',
      ],
      ['Page', 'integer', 'The page index. This value is simply for client state.', '-'],
      ['PageToken', 'string', 'The page token. This is provided by the API.', 'cursor'],
    ],
    properties: [
      ['sid', '', 'id'],
      ['friendly_name', '', 'name'],
      ['date_created', '', 'createdAt'],
      ['date_updated', '', 'updatedAt'],
    ],
  },
  {
    api: 'Twilio',
    path: '/2010-04-01/Accounts/{AccountSid}/AvailablePhoneNumbers/{CountryCode}/Mobile.json',
    parameter: '',
    items:
      'friendly_name:string/phone-number phone_number:string/phone-number lata:string locality:string rate_center:string latitude:number longitude:number region:string postal_code:string iso_country:string/iso-country-code address_requirements:string beta:boolean capabilities:{mms:boolean sms:boolean voice:boolean fax:boolean}',
    at: 'available_phone_numbers',
    around:
      'end:integer first_page_uri:string/uri next_page_uri:string/uri page:integer page_size:integer previous_page_uri:string/uri start:integer uri:string/uri',
    parameters: [
      [
        'AreaCode',
        'integer',
        'The area code of the phone numbers to read. Applies to only phone numbers in the US and Canada.',
        '-',
      ],
      ['Contains', 'string', 'Matching pattern to identify phone numbers.', '-'],
      [
        'SmsEnabled',
        'boolean',
        'Whether the phone numbers can receive text messages. Can be: `true` or `false`.',
        '-',
      ],
      [
        'MmsEnabled',
        'boolean',
        'Whether the phone numbers can receive MMS messages. Can be: `true` or `false`.',
        '-',
      ],
      [
        'VoiceEnabled',
        'boolean',
        'Whether the phone numbers can receive calls. Can be: `true` or `false`.',
        '-',
      ],
      [
        'ExcludeAllAddressRequired',
        'boolean',
        'Whether to exclude phone numbers that require an [Address]. Can be: `true` or `false` and the default is `false`.',
        '-',
      ],
    ],
    properties: [
      [
        'phone_number',
        'The phone number in [E.164] format, which consists of a + followed by the country code and subscriber number.',
        '-',
      ],
      [
        'latitude',
        "The latitude of this phone number's location. Available for only phone numbers from the US and Canada.",
        '-',
      ],
      [
        'region',
        "The two-letter state or province abbreviation of this phone number's location. Available for only phone numbers from the US and Canada.",
        '-',
      ],
      ['iso_country', 'The [ISO country code] of this phone number.', '-'],
      [
        'address_requirements',
        'The type of [Address] resource the phone number requires. Can be: `none`, `any`, `local`, or `foreign`. `none` means no add',
        '-',
      ],
    ],
  },
  {
    api: 'Twilio',
    path: '/2010-04-01/Accounts/{AccountSid}/Usage/Records/Yearly.json',
    parameter: '',
    items:
      'account_sid:string api_version:string as_of:string category:string count:string count_unit:string description:string end_date:string/date price:number price_unit:string/currency start_date:string/date subresource_uris:object uri:string usage:string usage_unit:string',
    at: 'usage_records',
    around:
      'end:integer first_page_uri:string/uri next_page_uri:string/uri page:integer page_size:integer previous_page_uri:string/uri start:integer uri:string/uri',
    parameters: [
      [
        'Category',
        'string',
        'The [usage category] of the UsageRecord resources to read. Only UsageRecord resources in the specifie',
        'category eq',
      ],
      [
        'StartDate',
        'string/date',
        'Only include usage that has occurred on or after this date. Specify the date in GMT and format as `YYYY-MM-DD`.',
        'start_date gte',
      ],
      [
        'EndDate',
        'string/date',
        'Only include usage that occurred on or before this date. Specify the date in GMT and format as `YYYY-MM-DD`.',
        'end_date lte',
      ],
      [
        'IncludeSubaccounts',
        'boolean',
        'Whether to include usage from the master account and all its subaccounts.',
        '-',
      ],
    ],
    properties: [
      ['api_version', 'The API version used to create the resource.', '-'],
      ['count', 'The number of usage events, such as the number of calls.', 'count'],
      [
        'end_date',
        'The last date for which usage is included in the UsageRecord. The date is specified in GMT and formatted as `YYYY-MM-DD`.',
        '-',
      ],
      [
        'start_date',
        'The first date for which usage is included in this UsageRecord. The date is specified in GMT and formatted as `YYYY-MM-DD`.',
        '-',
      ],
      ['usage', 'The amount used to bill usage and measured in units described in `usage_unit`.', 'volatile'],
    ],
  },
  {
    api: 'Twilio',
    path: '/2010-04-01/Accounts/{AccountSid}/Conferences.json',
    parameter: 'Sid',
    items:
      'account_sid:string date_created:string/date-time-rfc-2822 date_updated:string/date-time-rfc-2822 api_version:string friendly_name:string region:string sid:string status:enum(init,in-progress,completed) uri:string subresource_uris:object reason_conference_ended:enum(conference-ended-via-api,participant-with-end-conference-on-exit-left,participant-with-end-conference-on-exit-kicked) call_sid_ending_conference:string',
    at: 'conferences',
    around:
      'end:integer first_page_uri:string/uri next_page_uri:string/uri page:integer page_size:integer previous_page_uri:string/uri start:integer uri:string/uri',
    parameters: [
      [
        'DateCreated',
        'string/date',
        'Only include conferences that were created on this date.',
        'date_created eq',
      ],
      [
        'DateCreated<',
        'string/date',
        'Only include conferences that were created on this date.',
        'date_created lte',
      ],
      [
        'DateCreated>',
        'string/date',
        'Only include conferences that were created on this date.',
        'date_created gte',
      ],
      [
        'DateUpdated',
        'string/date',
        'Only include conferences that were last updated on this date.',
        'date_updated eq',
      ],
      [
        'DateUpdated<',
        'string/date',
        'Only include conferences that were last updated on this date.',
        'date_updated lte',
      ],
      [
        'DateUpdated>',
        'string/date',
        'Only include conferences that were last updated on this date.',
        'date_updated gte',
      ],
    ],
    properties: [],
  },
  {
    api: 'Xero',
    path: '/LinkedTransactions',
    parameter: 'LinkedTransactionID',
    items:
      'SourceTransactionID:string/uuid SourceLineItemID:string/uuid ContactID:string/uuid TargetTransactionID:string/uuid TargetLineItemID:string/uuid LinkedTransactionID:string/uuid Status:enum(APPROVED,DRAFT,ONDRAFT) Type:enum(BILLABLEEXPENSE) UpdatedDateUTC:string SourceTransactionTypeCode:enum(ACCPAY,SPEND) ValidationErrors:[object]',
    at: 'LinkedTransactions',
    around: '',
    parameters: [
      [
        'page',
        'integer',
        'Up to 100 linked transactions will be returned in a single API call. Use the page parameter to specify the page to be returned e.g. page=1.',
        'page',
      ],
      [
        'LinkedTransactionID',
        'string/uuid',
        'The Xero identifier for an Linked Transaction',
        'LinkedTransactionID eq',
      ],
      [
        'SourceTransactionID',
        'string/uuid',
        'Filter by the SourceTransactionID. Get the linked transactions created from a particular ACCPAY invoice',
        'SourceTransactionID eq',
      ],
      [
        'ContactID',
        'string/uuid',
        'Filter by the ContactID. Get all the linked transactions that have been assigned to a particular customer.',
        'ContactID eq',
      ],
      [
        'Status',
        'string',
        'Filter by the combination of ContactID and Status. Get the linked transactions associated to a customer and with a status',
        'Status eq',
      ],
      [
        'TargetTransactionID',
        'string/uuid',
        'Filter by the TargetTransactionID. Get all the linked transactions allocated to a particular ACCREC invoice',
        'TargetTransactionID eq',
      ],
    ],
    properties: [
      ['ContactID', 'Filter by the combination of ContactID and Status.', '-'],
      [
        'TargetLineItemID',
        'The line item identifier from the target transaction. It is possible to link multiple billable expenses to the same TargetLineItemID.',
        '-',
      ],
      ['Type', 'This will always be BILLABLEEXPENSE. More types may be added in future.', '-'],
      ['UpdatedDateUTC', 'The last modified date in UTC format', 'updatedAt'],
      [
        'SourceTransactionTypeCode',
        'The Type of the source tranasction. This will be ACCPAY if the linked transaction was created from an invoice and SPEND if it was created from a bank',
        '-',
      ],
    ],
  },
  {
    api: 'Xero',
    path: '/TaxRates',
    parameter: 'TaxType',
    items:
      'Name:string TaxType:string TaxComponents:[object] Status:enum(ACTIVE,DELETED,ARCHIVED) ReportTaxType:enum(AVALARA,BASEXCLUDED,CAPITALSALESOUTPUT) CanApplyToAssets:boolean CanApplyToEquity:boolean CanApplyToExpenses:boolean CanApplyToLiabilities:boolean CanApplyToRevenue:boolean DisplayTaxRate:number/double EffectiveRate:number/double',
    at: 'TaxRates',
    around: '',
    parameters: [
      ['where', 'string', 'Filter by an any element', '-'],
      ['order', 'string', 'Order by an any element', 'sort'],
    ],
    properties: [
      ['TaxComponents', 'See TaxComponents', '-'],
      ['Status', 'See Status Codes', 'status'],
      [
        'CanApplyToRevenue',
        'Boolean to describe if tax rate can be used for revenue accounts i.e. true,false',
        '-',
      ],
      ['DisplayTaxRate', 'Tax Rate (decimal to 4dp) e.g 12.5000', '-'],
      ['EffectiveRate', 'Effective Tax Rate (decimal to 4dp) e.g 12.5000', '-'],
    ],
  },
  {
    api: 'Square',
    path: '/v2/devices',
    parameter: 'device_id',
    items:
      'id:string attributes:{type:enum(TERMINAL) manufacturer:string model:string name:string manufacturers_id:string updated_at:string version:string merchant_token:string} components:[object] status:{category:enum(AVAILABLE,NEEDS_ATTENTION,OFFLINE)}',
    at: 'devices',
    around: 'errors:[object] cursor:string',
    parameters: [
      [
        'cursor',
        'string',
        'A pagination cursor returned by a previous call to this endpoint. Provide this cursor to retrieve the next set of results for the original query.',
        'cursor',
      ],
      [
        'sort_order',
        'enum(DESC,ASC)',
        'The order in which results are listed. - `ASC` - Oldest to newest. - `DESC` - Newest to oldest (default).',
        'direction',
      ],
      ['limit', 'integer', 'The number of results to return in a single page.', 'limit'],
      ['location_id', 'string', 'If present, only returns devices at the target location.', '-'],
    ],
    properties: [
      [
        'id',
        'A synthetic identifier for the device. The identifier includes a standardized prefix and is otherwise an opaque id generated from key device fields.',
        'id',
      ],
      ['attributes', '', '-'],
      ['components', 'A list of components applicable to the device.', '-'],
      ['status', '', '-'],
    ],
  },
  {
    api: 'Square',
    path: '/v2/gift-cards',
    parameter: 'id',
    items:
      'id:string type:enum(PHYSICAL,DIGITAL) gan_source:enum(SQUARE,OTHER) state:enum(ACTIVE,DEACTIVATED,BLOCKED) balance_money:{amount:integer/int64 currency:enum(UNKNOWN_CURRENCY,AED,AFN)} gan:string created_at:string customer_ids:[string]',
    at: 'gift_cards',
    around: 'errors:[object] cursor:string',
    parameters: [
      [
        'type',
        'string',
        'If a [type] is provided, the endpoint returns gift cards of the specified type. Otherwise, the endpoint returns gift cards of all types.',
        'type eq',
      ],
      [
        'state',
        'string',
        'If a [state] is provided, the endpoint returns the gift cards in the specified state. Otherwise, the endpoint returns the gift cards of all states.',
        'state eq',
      ],
      [
        'customer_id',
        'string',
        'If a customer ID is provided, the endpoint returns only the gift cards linked to the specified customer.',
        'each customer_ids eq',
      ],
    ],
    properties: [
      ['type', 'Indicates the gift card type.', '-'],
      ['state', 'Indicates the gift card state.', 'status'],
      [
        'gan',
        'The gift card account number (GAN). Buyers can use the GAN to make purchases or check the gift card balance.',
        '-',
      ],
      ['created_at', 'The timestamp when the gift card was created, in RFC 3339 format.', 'createdAt'],
      ['customer_ids', 'The IDs of the [customer profiles] to whom this gift card is linked.', '-'],
    ],
  },
  {
    api: 'Square',
    path: '/v2/orders/{order_id}/custom-attributes',
    parameter: 'custom_attribute_key',
    items:
      'key:string value:any version:integer visibility:enum(VISIBILITY_HIDDEN,VISIBILITY_READ_ONLY,VISIBILITY_READ_WRITE_VALUES) definition:{key:string schema:object name:string description:string visibility:enum(VISIBILITY_HIDDEN,VISIBILITY_READ_ONLY,VISIBILITY_READ_WRITE_VALUES) version:integer updated_at:string created_at:string} updated_at:string created_at:string',
    at: 'custom_attributes',
    around: 'cursor:string errors:[object]',
    parameters: [
      [
        'visibility_filter',
        'enum(ALL,READ,READ_WRITE)',
        'Requests that all of the custom attributes be returned, or only those that are read-only or read-write.',
        '-',
      ],
      [
        'with_definitions',
        'boolean',
        'Indicates whether to return the [custom attribute definition] in the `definition` field of each custom attribute. Set this parameter to ',
        '-',
      ],
    ],
    properties: [
      [
        'key',
        'The identifier of the custom attribute definition and its corresponding custom attributes.',
        'id',
      ],
      [
        'value',
        "The value assigned to the custom attribute. It is validated against the custom attribute definition's schema on write operations.",
        '-',
      ],
      [
        'version',
        'Read only. The current version of the custom attribute. This field is incremented when the custom attribute is changed.',
        'version',
      ],
      ['definition', 'Represents a definition for custom attribute values.', '-'],
      [
        'updated_at',
        'The timestamp that indicates when the custom attribute was created or was most recently updated, in RFC 3339 format.',
        'updatedAt',
      ],
    ],
  },
]
