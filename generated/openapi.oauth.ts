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
         * Say what is here
         * @description What this server is, where people sign in, and where programs begin.
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
                 * @description A name of your choice for this request. It comes back in the response and stands in the logs; one that is not well-formed is replaced by a new one.
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
         *     A public client gets a new refresh token with each refresh; the one before works once more within
         *     30 seconds, for an answer that was lost, and after that its use revokes the grant. A confidential
         *     client keeps its refresh token. Refresh tokens die 30 days after their last use.
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
                 * @description A name of your choice for this request. It comes back in the response and stands in the logs; one that is not well-formed is replaced by a new one.
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
         * @description Ends a token at once (RFC 7009). A refresh token takes its grant and every access token of it along; an access token ends alone. A token that is unknown or over is answered with 200 as well.
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
                 * @description A name of your choice for this request. It comes back in the response and stands in the logs; one that is not well-formed is replaced by a new one.
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
         * Judge a token
         * @description Tells whether a token is in force now, and what it stands for (RFC 7662). Only a confidential client may ask, and of its own tokens alone: any other token is not active.
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
                 * @description A name of your choice for this request. It comes back in the response and stands in the logs; one that is not well-formed is replaced by a new one.
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
                 * @description A name of your choice for this request. It comes back in the response and stands in the logs; one that is not well-formed is replaced by a new one.
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
                 * @description Where to come back: one of the registered URIs of the client, to the letter; the port of a loopback address may differ.
                 * @example https://app.example.com/callback
                 */
                redirect_uri: components["parameters"]["redirect_uri"];
                /**
                 * @description The one way.
                 * @example code
                 */
                response_type: components["parameters"]["response_type"];
                /**
                 * @description How the answer comes back; there is one way.
                 * @example query
                 */
                response_mode?: components["parameters"]["response_mode"];
                /**
                 * @description The scopes wished for, separated by blanks.
                 * @example prompts:read prompts:write
                 */
                scope: components["parameters"]["scope"];
                /**
                 * @description Opaque; comes back to the letter.
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
         * Ask the user for consent
         * @description Shows who asks, where the answer goes, and what the client would be allowed to do; a browser
         *     without a session is sent to the sign-in page first. An unknown client or redirect URI gets an
         *     error page, never a redirect; any other fault goes back to the client as `error`, with `state`
         *     and `iss`.
         */
        get: operations["getAuthorization"];
        put?: never;
        /**
         * Allow or deny
         * @description The consent page's own form. Answers with a redirect to the client that carries `code`, `state` and `iss` (RFC 9207), or `error`.
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
         * @description Asks for the e-mail address and the password; its query is that of the page to come back to. Whoever is signed in goes there at once, or to the settings.
         */
        get: operations["getSignIn"];
        put?: never;
        /**
         * Sign in
         * @description Begins a session and goes back to the page that asked for it. Failures are counted for each account and address, and after some of them every attempt is refused for a while.
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
                /** @description Where the list of API keys goes on; from the links of the page. */
                keys?: string;
                /** @description Where the list of applications goes on. */
                applications?: string;
                /** @description Where the list of members goes on. */
                members?: string;
                /** @description Where the list of what the user allowed goes on. */
                allowed?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the settings
         * @description The plan, the API keys, OAuth clients and members of the organization, and the applications that the user allowed, as far as the user's role may see them; a browser without a session is sent to the sign-in page.
         */
        get: operations["getSettings"];
        put?: never;
        /**
         * Change a setting
         * @description Does what the form's `action` names: an operation of the service API, for the signed-in user, and goes back to the page, which shows the secret that was made, this once. A form that is refused is shown again as it was sent.
         */
        post: operations["sendSettings"];
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
         * @description Who invites whom; asks for a password, a new one where the address has no account yet.
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
            /** @description The redirect URI of the authorization request, to the letter. */
            redirect_uri?: string;
            /** @description The secret behind the authorization request's `code_challenge` (RFC 7636). */
            code_verifier?: string;
            /** @description The refresh token. */
            refresh_token?: string;
            /** @description Scopes, separated by blanks: for client credentials some of the client's, all of them when left out; for a refresh some of the grant's. */
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
            /** @description The scopes of the token, separated by blanks. */
            scope: string;
        };
        /** @description An error of the authorization server (RFC 6749, section 5.2). */
        OAuthError: {
            /**
             * @description What went wrong, for programs.
             * @enum {string}
             */
            error: "invalid_request" | "invalid_client" | "invalid_grant" | "unauthorized_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable" | "server_error";
            /** @description What was received and what was expected, for developers. */
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
        /** @description A token to be judged. */
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
        /** @description What a token stands for; nothing but `active` when it is not in force. */
        Introspection: {
            /** @description Whether the token is in force. */
            active: boolean;
            /**
             * @description Of an access token.
             * @constant
             */
            token_type?: "Bearer";
            /** @description What the token may do now. */
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
             * @description Where tokens are judged.
             */
            introspection_endpoint: string;
            /** @description Every scope. */
            scopes_supported: string[];
            /** @description Codes alone. */
            response_types_supported: string[];
            /** @description In the query alone. */
            response_modes_supported: string[];
            /** @description The grants. */
            grant_types_supported: string[];
            /** @description How clients prove themselves there. */
            token_endpoint_auth_methods_supported: string[];
            /** @description How clients prove themselves there. */
            revocation_endpoint_auth_methods_supported: string[];
            /** @description How clients prove themselves there. */
            introspection_endpoint_auth_methods_supported: string[];
            /** @description S256 alone. */
            code_challenge_methods_supported: string[];
            /** @description The redirect carries `iss` (RFC 9207). */
            authorization_response_iss_parameter_supported: boolean;
        };
        /** @description What the user decided. */
        ConsentForm: {
            /** @description Proves that this page was shown to this session, and that it was not answered yet. */
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
        /** @description Who signs in. */
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
             * @description What to do.
             * @enum {string}
             */
            action: "createApiKey" | "rotateApiKey" | "revokeApiKey" | "createOAuthClient" | "rotateOAuthClientSecret" | "deleteOAuthClient" | "inviteMember" | "removeMember" | "revokeGrant";
            /** @description What it is done to. */
            id?: string;
        };
        /** @description Who joins. */
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
        /** @description A page that says when to try again. */
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
        /** @description A page that says that the server failed. */
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
        /** @description A page that says that nothing can be kept now. */
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
        /** @description The server cannot take the request now. */
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
        /** @description A page that says what is wrong with the request. */
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
        /** @description A page that says that the form was not sent from this site, or too late. */
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
        /** @description A page that says that the form is too large. */
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
    };
    parameters: {
        /**
         * @description A name of your choice for this request. It comes back in the response and stands in the logs; one that is not well-formed is replaced by a new one.
         * @example req_01m6e0byp0eq48mja7aw7s2kxe
         */
        RequestId: string;
        /**
         * @description The client.
         * @example client_01m6dqs9m0eefvn41pzzmcq6vf
         */
        client_id: string;
        /**
         * @description Where to come back: one of the registered URIs of the client, to the letter; the port of a loopback address may differ.
         * @example https://app.example.com/callback
         */
        redirect_uri: string;
        /**
         * @description The one way.
         * @example code
         */
        response_type: "code";
        /**
         * @description How the answer comes back; there is one way.
         * @example query
         */
        response_mode: "query";
        /**
         * @description The scopes wished for, separated by blanks.
         * @example prompts:read prompts:write
         */
        scope: string;
        /**
         * @description Opaque; comes back to the letter.
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
         * @description Nobody may keep what was answered (RFC 6749, section 5.1).
         * @example no-store
         */
        NoStore: "no-store";
        /**
         * @description No script runs, nothing is loaded, nobody may frame the page.
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
        /** @description What is left of the burst and of the UTC day, and the seconds until there is more, as a structured field; the minute stands in `X-RateLimit-Remaining` and `X-RateLimit-Reset`. */
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
         * @description How long the answer may be kept, in seconds.
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
                 * @description A name of your choice for this request. It comes back in the response and stands in the logs; one that is not well-formed is replaced by a new one.
                 * @example req_01m6e0byp0eq48mja7aw7s2kxe
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The grant. Parameters that are not listed are ignored; none may stand twice. */
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
                 * @description A name of your choice for this request. It comes back in the response and stands in the logs; one that is not well-formed is replaced by a new one.
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
                 * @description A name of your choice for this request. It comes back in the response and stands in the logs; one that is not well-formed is replaced by a new one.
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
                 * @description A name of your choice for this request. It comes back in the response and stands in the logs; one that is not well-formed is replaced by a new one.
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
                 * @description A name of your choice for this request. It comes back in the response and stands in the logs; one that is not well-formed is replaced by a new one.
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
                 * @description Where to come back: one of the registered URIs of the client, to the letter; the port of a loopback address may differ.
                 * @example https://app.example.com/callback
                 */
                redirect_uri: components["parameters"]["redirect_uri"];
                /**
                 * @description The one way.
                 * @example code
                 */
                response_type: components["parameters"]["response_type"];
                /**
                 * @description How the answer comes back; there is one way.
                 * @example query
                 */
                response_mode?: components["parameters"]["response_mode"];
                /**
                 * @description The scopes wished for, separated by blanks.
                 * @example prompts:read prompts:write
                 */
                scope: components["parameters"]["scope"];
                /**
                 * @description Opaque; comes back to the letter.
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
                 * @description Where to come back: one of the registered URIs of the client, to the letter; the port of a loopback address may differ.
                 * @example https://app.example.com/callback
                 */
                redirect_uri: components["parameters"]["redirect_uri"];
                /**
                 * @description The one way.
                 * @example code
                 */
                response_type: components["parameters"]["response_type"];
                /**
                 * @description How the answer comes back; there is one way.
                 * @example query
                 */
                response_mode?: components["parameters"]["response_mode"];
                /**
                 * @description The scopes wished for, separated by blanks.
                 * @example prompts:read prompts:write
                 */
                scope: components["parameters"]["scope"];
                /**
                 * @description Opaque; comes back to the letter.
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
                /** @description Where the list of API keys goes on; from the links of the page. */
                keys?: string;
                /** @description Where the list of applications goes on. */
                applications?: string;
                /** @description Where the list of members goes on. */
                members?: string;
                /** @description Where the list of what the user allowed goes on. */
                allowed?: string;
                /** @description What a form just did, with the secret that it made; shown to its session, once. */
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
                /** @description Where the list of API keys goes on; from the links of the page. */
                keys?: string;
                /** @description Where the list of applications goes on. */
                applications?: string;
                /** @description Where the list of members goes on. */
                members?: string;
                /** @description Where the list of what the user allowed goes on. */
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
