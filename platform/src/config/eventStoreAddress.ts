/** An address of the event store, as `@eventstore/db-client` reads it. */
export type EventStoreAddress = Readonly<{
  /** `esdb+discover://`: the one host is a DNS name that stands for all nodes of a cluster. */
  discovers: boolean
  hosts: readonly Readonly<{ name: string; port: number }>[]
  username: string
  password: string
  /** By the client's own names of the options. */
  options: ReadonlyMap<string, string>
}>

const DEFAULT_PORT = 2113
const ADDRESS = /^(esdb|esdb\+discover):\/\/(?:([^:@/?]+):([^@/?]+)@)?([^@/?]+)\/?(?:\?([^?@]+))?$/
const HOST = /^([a-z0-9._-]+)(?::(\d{1,5}))?$/i

const BOOLEAN = /^(true|false)$/
const NUMBER = /^-?\d+$/
const TEXT = /./
/** The client's options and the values that it takes; of others it only warns on the console. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  tls: BOOLEAN,
  tlsVerifyCert: BOOLEAN,
  throwOnAppendFailure: BOOLEAN,
  tlsCAFile: TEXT,
  userCertFile: TEXT,
  userKeyFile: TEXT,
  connectionName: TEXT,
  nodePreference: /^(leader|follower|readonlyreplica|random)$/,
  maxDiscoverAttempts: NUMBER,
  discoveryInterval: NUMBER,
  gossipTimeout: NUMBER,
  defaultDeadline: NUMBER,
  keepAliveInterval: NUMBER,
  keepAliveTimeout: NUMBER,
}

/** The client ignores case, hyphens and underscores in names. */
const flatten = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, '')
const NAMES = new Map(Object.keys(OPTIONS).map((name) => [flatten(name), name]))

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

type Failed = Readonly<{ problem: string }>

const parseHosts = (text: string): EventStoreAddress['hosts'] | Failed => {
  const hosts = []
  for (const part of text.split(',')) {
    const [, name, port = DEFAULT_PORT] = HOST.exec(part) ?? []
    if (name === undefined || Number(port) > 65_535 || Number(port) === 0)
      return { problem: 'must name its hosts as name:port, separated by commas; no IPv6 addresses' }
    hosts.push({ name, port: Number(port) })
  }
  return hosts
}

const parseOptions = (text: string): EventStoreAddress['options'] | Failed => {
  const options = new Map<string, string>()
  for (const pair of text === '' ? [] : text.split('&')) {
    const at = pair.indexOf('=')
    const name = NAMES.get(flatten(pair.slice(0, at)))
    if (at < 1 || name === undefined)
      return { problem: `has an unknown option; the options are ${Object.keys(OPTIONS).join(', ')}` }
    const value = decode(pair.slice(at + 1))
    const isKnown =
      value !== undefined && OPTIONS[name]?.test(name === 'nodePreference' ? flatten(value) : value)
    if (!isKnown) return { problem: `has a value of ${name} that the client doesn’t take` }
    options.set(name, value)
  }
  return options
}

/** Answers what is wrong, as the end of a sentence about the setting, without repeating any part of it. */
export const parseEventStoreAddress = (text: string): EventStoreAddress | Failed => {
  const [, scheme, user = '', secret = '', hostList, query = ''] = ADDRESS.exec(text) ?? []
  if (scheme === undefined || hostList === undefined)
    return { problem: 'must be esdb://user:password@host:port with percent-encoded user and password' }
  const username = decode(user)
  const password = decode(secret)
  if (username === undefined || password === undefined)
    return { problem: 'must have a percent-encoded user and password' }
  const hosts = parseHosts(hostList)
  if ('problem' in hosts) return hosts
  const discovers = scheme === 'esdb+discover'
  if (discovers && hosts.length > 1)
    return {
      problem:
        'must not list several hosts after esdb+discover://, because the client uses only the first; ' +
        'write esdb:// before the same list',
    }
  const options = parseOptions(query)
  return 'problem' in options ? options : { discovers, hosts, username, password, options }
}

/** The same address with only this one of its hosts. */
export const withHost = (text: string, { name, port }: EventStoreAddress['hosts'][number]): string =>
  text.replace(/^([^:]+:\/\/(?:[^@/?]*@)?)[^@/?]+/, `$1${name}:${port}`)
