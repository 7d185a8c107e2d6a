const THIS_MACHINE = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i

/**
 * Whether a request is for us, by its Host header. A page of a stranger whose name suddenly points to this
 * machine (DNS rebinding) is of the same origin as what it reads here, but its browser still sends its name.
 */
export const createHostCheck = (publicUrl: URL | undefined): ((host: string | undefined) => boolean) => {
  const known = publicUrl?.host.toLowerCase()
  // Some clients name the port that their protocol implies.
  const defaultPort = publicUrl?.protocol === 'https:' ? ':443' : ':80'
  return (host) => {
    if (host === undefined) return true
    const name = host.toLowerCase()
    return (
      THIS_MACHINE.test(name) ||
      name === known ||
      (publicUrl?.port === '' && name === `${known}${defaultPort}`)
    )
  }
}
