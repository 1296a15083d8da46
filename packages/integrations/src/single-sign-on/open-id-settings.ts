/** How we show the provider who we are: a secret, or a private key (PEM) of which it holds the public half. */
export type ClientCredential =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'key'; readonly pem: string }

/** A company's provider of OpenID Connect, and what the desk requires of a sign-in there. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly credential: ClientCredential
  /** The authentication context class that the ID token must name; undefined: any. */
  readonly acr: string | undefined
  /** The authentication method that the ID token must name, such as `mfa` (RFC 8176); undefined: any. */
  readonly amr: string | undefined
  /** How long ago a person may have signed in at the provider; undefined: the provider is only asked to ask again. */
  readonly maxAgeSeconds: number | undefined
}
