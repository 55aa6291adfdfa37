// Made by `npm run generate` from openapi/oauth/openapi.yaml; change that instead.

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the home page
         * @description Describes this server and links to sign-in and API.
         */
        get: operations["getHome"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token
         * @description Exchanges an authorization code, a refresh token or the client's own credentials for an access
         *     token that lives 15 minutes. A confidential client proves itself with its secret, in the form or
         *     by HTTP Basic, never both; a public client names itself with `client_id`.
         *
         *     A public client gets a new refresh token with each refresh. The previous one works once more within 30 seconds, in case the response was lost. After that, its use revokes the grant. A confidential client uses the same refresh token again. Refresh tokens expire 30 days after their last use.
         */
        post: operations["exchangeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token
         * @description Revokes a token immediately (RFC 7009). Revoking a refresh token also revokes its grant and all access tokens of the grant. Revoking an access token has no other effect. An unknown or expired token gets 200 as well.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/introspect": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Introspect a token
         * @description Returns whether a token is in force now, with its scopes and user (RFC 7662). Only a confidential client may call this, and only for its own tokens. Any other token is not active.
         */
        post: operations["introspectToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Read the public keys
         * @description The keys that access tokens are signed with now, were signed with lately, and will be signed with soon. Select by `kid`, pin RS256, and read the set again when a `kid` is unknown.
         */
        get: operations["getKeySet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Read the server's metadata
         * @description Where the endpoints are and what they can do (RFC 8414).
         */
        get: operations["getServerMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/authorize": {
        parameters: {
            query: {
                /**
                 * @description The client.
                 * @example client_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                client_id: components["parameters"]["client_id"];
                /**
                 * @description Redirect target. Exactly one of the registered URIs of the client; the port of a loopback address may differ.
                 * @example https://app.example.com/callback
                 */
                redirect_uri: components["parameters"]["redirect_uri"];
                /**
                 * @description The one way.
                 * @example code
                 */
                response_type: components["parameters"]["response_type"];
                /**
                 * @description How the response is returned. There is only one mode.
                 * @example query
                 */
                response_mode?: components["parameters"]["response_mode"];
                /**
                 * @description The requested scopes, separated by spaces.
                 * @example prompts:read prompts:write
                 */
                scope: components["parameters"]["scope"];
                /**
                 * @description Opaque. Returned unchanged.
                 * @example af0ifjsldkj
                 */
                state?: components["parameters"]["state"];
                /**
                 * @description BASE64URL(SHA-256(code_verifier)); required of public clients (RFC 7636).
                 * @example E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
                 */
                code_challenge?: components["parameters"]["code_challenge"];
                /**
                 * @description The one method.
                 * @example S256
                 */
                code_challenge_method?: components["parameters"]["code_challenge_method"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Request the user's consent
         * @description Shows the client, the redirect URI and the requested scopes. A browser without a session is sent to the sign-in page first. An unknown client or redirect URI gets an error page, never a redirect. Any other error is returned to the client as `error`, with `state` and `iss`.
         */
        get: operations["getAuthorization"];
        put?: never;
        /**
         * Allow or deny
         * @description The form of the consent page. Returns a redirect to the client with `code`, `state` and `iss` (RFC 9207), or `error`.
         */
        post: operations["sendAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the sign-in page
         * @description A form for the e-mail address and the password. Its query is that of the page to return to. A signed-in user is redirected there immediately, or to the settings.
         */
        get: operations["getSignIn"];
        put?: never;
        /**
         * Sign in
         * @description Begins a session and returns to the page that required it. Failures are counted for each account and address. After some of them, every attempt is rejected for a while.
         */
        post: operations["sendSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session of this browser, and goes to the sign-in page with the same query.
         */
        post: operations["sendSignOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: {
                /**
                 * @description The organization; the user's first one when left out.
                 * @example org_01m3v7me00fwmbq8eed7gnc6z7
                 */
                organization?: string;
                /** @description Cursor of the list of API keys, from the links of the page. */
                keys?: string;
                /** @description Cursor of the list of applications. */
                applications?: string;
                /** @description Cursor of the list of members. */
                members?: string;
                /** @description Cursor of the list of authorized applications. */
                allowed?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the settings
         * @description The plan, the API keys, OAuth clients and members of the organization, as far as the user's role may see them. Also the applications that the user authorized. A browser without a session is sent to the sign-in page.
         */
        get: operations["getSettings"];
        put?: never;
        /**
         * Change a setting
         * @description Runs the `action` of the form, an operation of the service API, as the signed-in user. Then it returns to the page, which shows a new secret only this once. A rejected form is shown again as it was sent.
         */
        post: operations["sendSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the prompts
         * @description The prompts of the organization with their labels. For one prompt, its versions and the changes between two of them. A browser without a session is sent to the sign-in page.
         */
        get: operations["getPromptsPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/evaluations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the evaluations
         * @description The evaluations of the organization. For one evaluation, its figures and the results of its cases. A browser without a session is sent to the sign-in page.
         */
        get: operations["getEvaluationsPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the webhooks
         * @description The webhooks of the organization. For one webhook, its deliveries with their attempts. A browser without a session is sent to the sign-in page.
         */
        get: operations["getWebhooksPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last part of the link.
                 * @example q6mfZ4oKq6k2bJ1yq0c2JwP0n5mXr8uVt3yZ1aBcDeF
                 */
                token: string;
            };
            cookie?: never;
        };
        /**
         * Show an invitation
         * @description Shows the invitation and a form for the password; a new one where the address has no account yet.
         */
        get: operations["getInvitation"];
        put?: never;
        /**
         * Join
         * @description Accepts the invitation, once, and begins a session.
         */
        post: operations["sendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Exchanges the code that came with the redirect; needs `code` and `redirect_uri`. */
        AuthorizationCodeGrant: {
            /**
             * @description The grant. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            grant_type: "authorization_code";
            /** @description The secret behind the authorization request's `code_challenge` (RFC 7636). */
            code_verifier?: string;
        };
        /** @description Exchanges a refresh token; needs `refresh_token`. */
        RefreshTokenGrant: {
            /**
             * @description The grant. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            grant_type: "refresh_token";
        };
        /** @description Gives a token of the client's own. */
        ClientCredentialsGrant: {
            /**
             * @description The grant. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            grant_type: "client_credentials";
        };
        /** @description A request for an access token; which parameters it needs follows from the grant. */
        TokenRequest: {
            /**
             * @description The grant.
             * @enum {string}
             */
            grant_type: "authorization_code" | "refresh_token" | "client_credentials";
            /** @description The client, unless HTTP Basic names it. */
            client_id?: string;
            /** @description The secret of a confidential client. */
            client_secret?: string;
            /** @description The authorization code. */
            code?: string;
            /** @description The redirect URI of the authorization request, unchanged. */
            redirect_uri?: string;
            /** @description The secret behind the authorization request's `code_challenge` (RFC 7636). */
            code_verifier?: string;
            /** @description The refresh token. */
            refresh_token?: string;
            /** @description Scopes, separated by spaces. For client credentials, scopes of the client; all of them when absent. For a refresh, scopes of the grant. */
            scope?: string;
        } & (components["schemas"]["AuthorizationCodeGrant"] | components["schemas"]["RefreshTokenGrant"] | components["schemas"]["ClientCredentialsGrant"]);
        /** @description An access token, and the refresh token where the grant has one. */
        TokenResponse: {
            /** @description A JWT signed with RS256. Header: `alg`, `typ` (`JWT`), `kid`. Claims: `sub`, `iss`, `aud` (the client), `exp`, `iat`, `scope`, `org_id`, `jti`, `client_id`. */
            access_token: string;
            /**
             * @description How to send the token.
             * @constant
             */
            token_type: "Bearer";
            /** @description Lifetime of the access token in seconds. */
            expires_in: number;
            /** @description Gets the next access token. A refresh always names the one that is in force from now on, be it the same or another. */
            refresh_token?: string;
            /** @description The scopes of the token, separated by spaces. */
            scope: string;
        };
        /** @description An error of the authorization server (RFC 6749, section 5.2). */
        OAuthError: {
            /**
             * @description Error code, for programs.
             * @enum {string}
             */
            error: "invalid_request" | "invalid_client" | "invalid_grant" | "unauthorized_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable" | "server_error";
            /** @description Received and expected value, for developers. */
            error_description: string;
        };
        /** @description A token that is no longer needed. */
        RevocationRequest: {
            /** @description The access or refresh token. */
            token: string;
            /**
             * @description Which kind it probably is; other values are ignored.
             * @example refresh_token
             */
            token_type_hint?: string;
            /** @description The client, unless HTTP Basic names it. */
            client_id?: string;
            /** @description The secret of a confidential client. */
            client_secret?: string;
        };
        /** @description The token to introspect. */
        IntrospectionRequest: {
            /** @description The access or refresh token. */
            token: string;
            /**
             * @description Which kind it probably is; other values are ignored.
             * @example refresh_token
             */
            token_type_hint?: string;
            /** @description The client, unless HTTP Basic names it. */
            client_id?: string;
            /** @description The secret of a confidential client. */
            client_secret?: string;
        };
        /** @description The meaning of a token. Only `active` when it is not in force. */
        Introspection: {
            /** @description Whether the token is in force. */
            active: boolean;
            /**
             * @description Of an access token.
             * @constant
             */
            token_type?: "Bearer";
            /** @description The scopes of the token now. */
            scope?: string;
            /** @description The client that it was given to. */
            client_id?: string;
            /** @description The user that it acts as. */
            sub?: string;
            /** @description The issuer. */
            iss?: string;
            /** @description The client again. */
            aud?: string;
            /** @description When it was made, Unix seconds. */
            iat?: number;
            /** @description When it ends, Unix seconds. */
            exp?: number;
            /** @description Identifier of the access token. */
            jti?: string;
            /** @description The organization that it works in. */
            org_id?: string;
        };
        /** @description The public half of an RSA key of 2048 bits or more. */
        PublicKey: {
            /**
             * @description Kind of key.
             * @constant
             */
            kty: "RSA";
            /**
             * @description For signatures.
             * @constant
             */
            use: "sig";
            /**
             * @description The one algorithm.
             * @constant
             */
            alg: "RS256";
            /** @description Names the key in the header of a token. */
            kid: string;
            /** @description The modulus. */
            n: string;
            /** @description The exponent. */
            e: string;
        };
        /** @description A JSON Web Key Set (RFC 7517, section 5). */
        KeySet: {
            /** @description The keys, the newest first. */
            keys: components["schemas"]["PublicKey"][];
        };
        /** @description Metadata of the authorization server (RFC 8414, section 2). */
        ServerMetadata: {
            /**
             * Format: uri
             * @description The issuer.
             */
            issuer: string;
            /**
             * Format: uri
             * @description Where to send the user.
             */
            authorization_endpoint: string;
            /**
             * Format: uri
             * @description Where tokens come from.
             */
            token_endpoint: string;
            /**
             * Format: uri
             * @description The public keys.
             */
            jwks_uri: string;
            /**
             * Format: uri
             * @description Where tokens end.
             */
            revocation_endpoint: string;
            /**
             * Format: uri
             * @description URL of token introspection.
             */
            introspection_endpoint: string;
            /** @description Every scope. */
            scopes_supported: string[];
            /** @description Only codes. */
            response_types_supported: string[];
            /** @description Only in the query. */
            response_modes_supported: string[];
            /** @description The grants. */
            grant_types_supported: string[];
            /** @description How clients prove themselves there. */
            token_endpoint_auth_methods_supported: string[];
            /** @description How clients prove themselves there. */
            revocation_endpoint_auth_methods_supported: string[];
            /** @description How clients prove themselves there. */
            introspection_endpoint_auth_methods_supported: string[];
            /** @description Only S256. */
            code_challenge_methods_supported: string[];
            /** @description The redirect carries `iss` (RFC 9207). */
            authorization_response_iss_parameter_supported: boolean;
        };
        /** @description The user's decision. */
        ConsentForm: {
            /** @description Proves that this page was shown to this session and not yet submitted. */
            consent: string;
            /**
             * @description The button.
             * @enum {string}
             */
            decision: "allow" | "deny";
            /** @description The scopes that stayed ticked. */
            scope?: string | string[];
            /** @description The organization that the client may work in. */
            organization?: string;
        };
        /** @description Credentials of the user. */
        SignInForm: {
            /** @description Proves that the form came from the sign-in page in this browser. */
            csrf: string;
            /** @description The e-mail address. */
            email: string;
            /** @description The password. */
            password: string;
        };
        /** @description The form of the sign-out button. */
        SignOutForm: {
            /** @description Proves that the form was shown to this session. */
            csrf: string;
        };
        /** @description One change; further members are those of the operation. */
        SettingsForm: {
            /** @description Proves that the form was shown to this session. */
            csrf: string;
            /**
             * @description The action.
             * @enum {string}
             */
            action: "createApiKey" | "rotateApiKey" | "revokeApiKey" | "createOAuthClient" | "rotateOAuthClientSecret" | "deleteOAuthClient" | "inviteMember" | "removeMember" | "revokeGrant";
            /** @description Id of the resource. */
            id?: string;
        };
        /** @description The person who joins. */
        InvitationForm: {
            /** @description Proves that the form was shown in this browser. */
            csrf: string;
            /** @description Of a new account, its name. */
            name?: string;
            /** @description The password of the account */
            password: string;
        };
    };
    responses: {
        /** @description The page. */
        Page: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description A page with the time of the next attempt. */
        TooManyAttempts: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description A page for a failure of the server. */
        ServerError: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description A page for a time in which nothing can be saved. */
        Unavailable: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description The request cannot be granted. */
        InvalidTokenRequest: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The client did not prove itself. */
        InvalidClient: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "Cache-Control": components["headers"]["NoStore"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The body is larger than 64 KiB. */
        PayloadTooLarge: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description A rate limit is used up. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "Cache-Control": components["headers"]["NoStore"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The server failed; the request id finds the cause in its log. */
        "ServerError-2": {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The server cannot process the request now. */
        "Unavailable-2": {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The request breaks the contract. */
        InvalidRequest: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description On to the next page, or back to the client. */
        Redirect: {
            headers: {
                Location: components["headers"]["Location"];
                "Cache-Control": components["headers"]["NoStore"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A page with the error in the request. */
        "InvalidRequest-2": {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description A page for a form that was not sent from this site, or too late. */
        Forbidden: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description A page for a form that is too large. */
        "PayloadTooLarge-2": {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description A page for a resource that does not exist. */
        NotFound: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
    };
    parameters: {
        /**
         * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
         * @example req_01m6e0byp0eq48mja7aw7s2kxe
         */
        RequestId: string;
        /**
         * @description The client.
         * @example client_01m6dqs9m0eefvn41pzzmcq6vf
         */
        client_id: string;
        /**
         * @description Redirect target. Exactly one of the registered URIs of the client; the port of a loopback address may differ.
         * @example https://app.example.com/callback
         */
        redirect_uri: string;
        /**
         * @description The one way.
         * @example code
         */
        response_type: "code";
        /**
         * @description How the response is returned. There is only one mode.
         * @example query
         */
        response_mode: "query";
        /**
         * @description The requested scopes, separated by spaces.
         * @example prompts:read prompts:write
         */
        scope: string;
        /**
         * @description Opaque. Returned unchanged.
         * @example af0ifjsldkj
         */
        state: string;
        /**
         * @description BASE64URL(SHA-256(code_verifier)); required of public clients (RFC 7636).
         * @example E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
         */
        code_challenge: string;
        /**
         * @description The one method.
         * @example S256
         */
        code_challenge_method: "S256";
    };
    requestBodies: never;
    headers: {
        /**
         * @description The response must not be cached (RFC 6749, section 5.1).
         * @example no-store
         */
        NoStore: "no-store";
        /**
         * @description No script runs, nothing is loaded, no site may frame the page.
         * @example default-src 'none'; frame-ancestors 'none'
         */
        "Content-Security-Policy": string;
        /** @description Requests that the plan admits in one minute. */
        "X-RateLimit-Limit": number;
        /** @description Requests left in the present minute. */
        "X-RateLimit-Remaining": number;
        /** @description When the present minute ends, in Unix seconds. */
        "X-RateLimit-Reset": number;
        /** @description The policy that the three fields above describe: `<count>/minute`. */
        "X-RateLimit-Policy": string;
        /** @description Remaining requests of the burst and of the UTC day, and the seconds until there are more, as a structured field. The minute is in `X-RateLimit-Remaining` and `X-RateLimit-Reset`. */
        RateLimit: string;
        /** @description The quotas of the burst and of the UTC day and their windows in seconds, as a structured field. */
        "RateLimit-Policy": string;
        /** @description Names this request in the logs of the service. The value that the client sent, where it was well-formed. */
        "X-Request-Id": string;
        /** @description Seconds to wait until the longest of the violated limits admits another request. */
        "Retry-After": number;
        /**
         * @description The way in which a client can prove itself (RFC 6749, section 5.2).
         * @example Basic realm="prompt-service", charset="UTF-8"
         */
        "WWW-Authenticate": string;
        /**
         * @description How long the response may be cached, in seconds.
         * @example public, max-age=300
         */
        PublicCache: string;
        /**
         * @description Where the browser goes next.
         * @example https://app.example.com/callback?code=uG0v2vBUTUgPRaVkVNnXPDl2xXPwQkFy1J8Dk9Zp0bE&state=af0ifjsldkj&iss=https%3A%2F%2Flocalhost%3A8443
         */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHome: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Page"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exchangeToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The grant. Unlisted parameters are ignored. A parameter must not be repeated. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["NoStore"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            400: components["responses"]["InvalidTokenRequest"];
            401: components["responses"]["InvalidClient"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError-2"];
            503: components["responses"]["Unavailable-2"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The token, and the client. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RevocationRequest"];
            };
        };
        responses: {
            /** @description The token is not, or no longer, in force. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["NoStore"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidClient"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError-2"];
            503: components["responses"]["Unavailable-2"];
        };
    };
    introspectToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The token, and the client. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["IntrospectionRequest"];
            };
        };
        responses: {
            /** @description The verdict. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["NoStore"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Introspection"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidClient"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError-2"];
            503: components["responses"]["Unavailable-2"];
        };
    };
    getKeySet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key set. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["PublicCache"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeySet"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError-2"];
            503: components["responses"]["Unavailable-2"];
        };
    };
    getServerMetadata: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name of your choice for this request. It is returned in the response and logged. One that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["PublicCache"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Policy": components["headers"]["X-RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerMetadata"];
                };
            };
            429: components["responses"]["TooManyRequests"];
        };
    };
    getAuthorization: {
        parameters: {
            query: {
                /**
                 * @description The client.
                 * @example client_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                client_id: components["parameters"]["client_id"];
                /**
                 * @description Redirect target. Exactly one of the registered URIs of the client; the port of a loopback address may differ.
                 * @example https://app.example.com/callback
                 */
                redirect_uri: components["parameters"]["redirect_uri"];
                /**
                 * @description The one way.
                 * @example code
                 */
                response_type: components["parameters"]["response_type"];
                /**
                 * @description How the response is returned. There is only one mode.
                 * @example query
                 */
                response_mode?: components["parameters"]["response_mode"];
                /**
                 * @description The requested scopes, separated by spaces.
                 * @example prompts:read prompts:write
                 */
                scope: components["parameters"]["scope"];
                /**
                 * @description Opaque. Returned unchanged.
                 * @example af0ifjsldkj
                 */
                state?: components["parameters"]["state"];
                /**
                 * @description BASE64URL(SHA-256(code_verifier)); required of public clients (RFC 7636).
                 * @example E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
                 */
                code_challenge?: components["parameters"]["code_challenge"];
                /**
                 * @description The one method.
                 * @example S256
                 */
                code_challenge_method?: components["parameters"]["code_challenge_method"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Page"];
            303: components["responses"]["Redirect"];
            400: components["responses"]["InvalidRequest-2"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendAuthorization: {
        parameters: {
            query: {
                /**
                 * @description The client.
                 * @example client_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                client_id: components["parameters"]["client_id"];
                /**
                 * @description Redirect target. Exactly one of the registered URIs of the client; the port of a loopback address may differ.
                 * @example https://app.example.com/callback
                 */
                redirect_uri: components["parameters"]["redirect_uri"];
                /**
                 * @description The one way.
                 * @example code
                 */
                response_type: components["parameters"]["response_type"];
                /**
                 * @description How the response is returned. There is only one mode.
                 * @example query
                 */
                response_mode?: components["parameters"]["response_mode"];
                /**
                 * @description The requested scopes, separated by spaces.
                 * @example prompts:read prompts:write
                 */
                scope: components["parameters"]["scope"];
                /**
                 * @description Opaque. Returned unchanged.
                 * @example af0ifjsldkj
                 */
                state?: components["parameters"]["state"];
                /**
                 * @description BASE64URL(SHA-256(code_verifier)); required of public clients (RFC 7636).
                 * @example E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
                 */
                code_challenge?: components["parameters"]["code_challenge"];
                /**
                 * @description The one method.
                 * @example S256
                 */
                code_challenge_method?: components["parameters"]["code_challenge_method"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ConsentForm"];
            };
        };
        responses: {
            303: components["responses"]["Redirect"];
            400: components["responses"]["InvalidRequest-2"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge-2"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Page"];
            303: components["responses"]["Redirect"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["SignInForm"];
            };
        };
        responses: {
            303: components["responses"]["Redirect"];
            400: components["responses"]["InvalidRequest-2"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge-2"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendSignOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["SignOutForm"];
            };
        };
        responses: {
            303: components["responses"]["Redirect"];
            400: components["responses"]["InvalidRequest-2"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge-2"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSettings: {
        parameters: {
            query?: {
                /**
                 * @description The organization; the user's first one when left out.
                 * @example org_01m3v7me00fwmbq8eed7gnc6z7
                 */
                organization?: string;
                /** @description Cursor of the list of API keys, from the links of the page. */
                keys?: string;
                /** @description Cursor of the list of applications. */
                applications?: string;
                /** @description Cursor of the list of members. */
                members?: string;
                /** @description Cursor of the list of authorized applications. */
                allowed?: string;
                /** @description Result of the last form, with the secret that it created; shown to its session, once. */
                notice?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Page"];
            303: components["responses"]["Redirect"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendSettings: {
        parameters: {
            query?: {
                /**
                 * @description The organization; the user's first one when left out.
                 * @example org_01m3v7me00fwmbq8eed7gnc6z7
                 */
                organization?: string;
                /** @description Cursor of the list of API keys, from the links of the page. */
                keys?: string;
                /** @description Cursor of the list of applications. */
                applications?: string;
                /** @description Cursor of the list of members. */
                members?: string;
                /** @description Cursor of the list of authorized applications. */
                allowed?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["SettingsForm"];
            };
        };
        responses: {
            303: components["responses"]["Redirect"];
            400: components["responses"]["InvalidRequest-2"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge-2"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPromptsPage: {
        parameters: {
            query?: {
                /**
                 * @description The organization; the user's first one when left out.
                 * @example org_01m3v7me00fwmbq8eed7gnc6z7
                 */
                organization?: string;
                /** @description Cursor of the list, from the links of the page. */
                cursor?: string;
                /**
                 * @description The prompt to show; the list of prompts when left out.
                 * @example prompt_01m6dsg7e0e8qra54038hz5kj6
                 */
                prompt?: string;
                /**
                 * @description The first version to compare: its number, or `draft`.
                 * @example 1
                 */
                from?: string;
                /**
                 * @description The second version to compare: its number, or `draft`.
                 * @example draft
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Page"];
            303: components["responses"]["Redirect"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvaluationsPage: {
        parameters: {
            query?: {
                /**
                 * @description The organization; the user's first one when left out.
                 * @example org_01m3v7me00fwmbq8eed7gnc6z7
                 */
                organization?: string;
                /** @description Cursor of the list, from the links of the page. */
                cursor?: string;
                /**
                 * @description The evaluation to show; the list of evaluations when left out.
                 * @example eval_01m6e9d2j0fjs9zq3c3p2v7mtt
                 */
                evaluation?: string;
                /**
                 * @description Only results of this status.
                 * @example failed
                 */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Page"];
            303: components["responses"]["Redirect"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhooksPage: {
        parameters: {
            query?: {
                /**
                 * @description The organization; the user's first one when left out.
                 * @example org_01m3v7me00fwmbq8eed7gnc6z7
                 */
                organization?: string;
                /** @description Cursor of the list, from the links of the page. */
                cursor?: string;
                /**
                 * @description The webhook to show; the list of webhooks when left out.
                 * @example webhook_01m6dqs9m0eefvn41pzzmcq6vf
                 */
                webhook?: string;
                /**
                 * @description Only attempts to deliver this event.
                 * @example evt_01m6dzgg0tf63tvyjnfeshnt11
                 */
                event?: string;
                /**
                 * @description Only attempts with this status.
                 * @example failed
                 */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Page"];
            303: components["responses"]["Redirect"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last part of the link.
                 * @example q6mfZ4oKq6k2bJ1yq0c2JwP0n5mXr8uVt3yZ1aBcDeF
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Page"];
            400: components["responses"]["InvalidRequest-2"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last part of the link.
                 * @example q6mfZ4oKq6k2bJ1yq0c2JwP0n5mXr8uVt3yZ1aBcDeF
                 */
                token: string;
            };
            cookie?: never;
        };
        /** @description The form. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["InvitationForm"];
            };
        };
        responses: {
            303: components["responses"]["Redirect"];
            400: components["responses"]["InvalidRequest-2"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge-2"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
export type AuthorizationCodeGrant = components['schemas']['AuthorizationCodeGrant']
export type RefreshTokenGrant = components['schemas']['RefreshTokenGrant']
export type ClientCredentialsGrant = components['schemas']['ClientCredentialsGrant']
export type TokenRequest = components['schemas']['TokenRequest']
export type TokenResponse = components['schemas']['TokenResponse']
export type OAuthError = components['schemas']['OAuthError']
export type RevocationRequest = components['schemas']['RevocationRequest']
export type IntrospectionRequest = components['schemas']['IntrospectionRequest']
export type Introspection = components['schemas']['Introspection']
export type PublicKey = components['schemas']['PublicKey']
export type KeySet = components['schemas']['KeySet']
export type ServerMetadata = components['schemas']['ServerMetadata']
export type ConsentForm = components['schemas']['ConsentForm']
export type SignInForm = components['schemas']['SignInForm']
export type SignOutForm = components['schemas']['SignOutForm']
export type SettingsForm = components['schemas']['SettingsForm']
export type InvitationForm = components['schemas']['InvitationForm']
