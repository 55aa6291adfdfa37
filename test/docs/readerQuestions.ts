/** Questions of readers, and the pages of the site with the facts. */
/** Pages that a search must find among its first three results. */
export const FOUND_AMONG_THREE: [question: string, page: RegExp][] = [
  ['how do I verify a webhook in Go?', /^guides\/webhooks\.html#go$/],
  ['what does 409 IDEMPOTENCY_IN_PROGRESS mean?', /^guides\/errors\.html#idempotency_in_progress$/],
  ['which scope lists deliveries?', /#listWebhookDeliveries$|#scopes$/],
  ['how long do I wait after 429?', /^guides\/(rate-limits|errors)\.html/],
  ['next page of a list', /^guides\/paging\.html/],
  ['publish a new version of a prompt', /#createPromptVersion$|prompts-and-versions\.html#publishing/],
  ['rotate the secret of a webhook', /#rotateWebhookSecret$|#rotate-a-secret$/],
  ['fail my build when a prompt gets worse', /^guides\/evaluations\.html/],
  ['what is sent when an evaluation is completed', /evaluation\.completed|evaluations\.html/],
  ['refresh an access token', /^guides\/(oauth|authentication)\.html/],
  ['PATCH /prompts/{promptId}', /#updatePrompt$/],
  ['promtp exection', /xecut/],
  ['how do I invite a colleague', /inviteMember|MemberInvited/],
  ['what is the maximum size of a request', /#payload_too_large$/],
  ['run a prompt with variables', /^guides\/execution\.html|#executePrompt$/],
  ['how do I install the service', /^guides\/quick-start\.html/],
  ['move a prompt to another folder', /#folders-and-tags$/],
  ['make a backup', /^guides\/administration\.html/],
]

/** Questions of readers, the page, and words on it. */
export const ASKED: [question: string, place: RegExp, words: RegExp][] = [
  ['how do I verify a webhook in Go?', /guides\/webhooks\.html#go$/, /hmac\./],
  [
    'what does 409 IDEMPOTENCY_IN_PROGRESS mean?',
    /#idempotency_in_progress$/,
    /still under way|in progress/i,
  ],
  ['which scope lists deliveries?', /#scopes$/, /webhooks:read/],
  ['how often is a webhook retried?', /#responses-and-retries$/, /attempts/],
  ['how do I roll back to an earlier version?', /#publishing$/, /fromVersion/],
  ['self-signed certificate error in the browser', /#in-a-browser$/, /prompt-service trust/],
  ['how many requests a minute may I send?', /guides\/rate-limits\.html/, /A minute/],
  ['where do I get an API key?', /#api-keys$/, /svc_test_/],
  ['what is in the payload of prompt.created?', /reference\/events\/prompt\.created\.html/, /Payload/],
  ['does the client retry after a network failure?', /#retries$/, /timed out/],
]
