/**
 * Whether a URL is of this machine: `localhost`, a name below it (RFC 6761, 6.3), 127.0.0.0/8 or ::1.
 * @example isLoopback('http://127.0.0.1:8080/v1') // true
 */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])\.?$/i.test(hostname)
}
