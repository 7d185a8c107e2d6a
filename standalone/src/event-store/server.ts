import type { Metrics } from '@hearth/platform/telemetry/metrics'
import { randomUUID } from 'node:crypto'
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js'
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  DeleteReq,
  DeleteResp,
  ReadReq,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import {
  type MethodDefinition,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
} from '@grpc/grpc-js'
import { createAccessCheck } from './access.ts'
import { type AnswerMode, delayOutput, delayWrites } from './answers.ts'
import { append, softDelete, tombstone } from './append.ts'
import { batchAppend } from './batchAppend.ts'
import { createCalls } from './calls.ts'
import { clusterInfo, supportedMethods } from './cluster.ts'
import { report } from './diagnostics.ts'
import { unavailable } from './errors.ts'
import { type Listening, startFront } from './front.ts'
import { measureServer } from './measureServer.ts'
import { limits } from './model.ts'
import { createOutput, type ReadCall } from './output.ts'
import { read } from './read.ts'
import { parseReadRequest } from './readRequest.ts'
import { refuseWrongDatabase } from './session.ts'
import { closeStore, openStore, requireLeading, type Store } from './store.ts'
import { subscribe } from './subscribe.ts'
import { startTightFront } from './tightFront.ts'
import { addUnimplemented } from './unimplemented.ts'

const drainMs = 1_000

export type EventStoreOptions = Readonly<{
  /** 0 picks a free one. */
  port: number
  /** Default 127.0.0.1. */
  host?: string
  databaseUrl: string
  /** PEM contents; without them the server speaks plain HTTP/2 and clients add `?tls=false`. */
  tls?: Readonly<{ certificate: Buffer; key: Buffer }>
  /** With both, every call on streams needs these as Basic credentials; clients send them over TLS only. */
  user?: string
  password?: string
  metrics?: Metrics
  /** For tests; without it answers leave when they are ready. */
  answers?: AnswerMode
}>

/** `stop` ends open calls with a status, lets the write under way finish, and resolves within 2 s. */
export type RunningEventStore = Readonly<{ port: number; stop: () => Promise<void> }>

type Question<Answer> = ServerUnaryCall<Empty, Answer>

const readMethod: MethodDefinition<ReadReq, Buffer> = {
  ...StreamsService.read,
  responseSerialize: (message) => message,
  responseDeserialize: (message) => message,
}

// The client gets back the address at which it reached us, even when we listen on every address.
const dialledHost = (call: Question<ClusterInfo>): string | undefined => {
  const address = `http://${call.getHost()}`
  return URL.canParse(address) ? new URL(address).hostname : undefined
}

const handleRead = async (
  store: Store,
  call: ReadCall,
  signal: AbortSignal,
  answers: AnswerMode | undefined,
): Promise<void> => {
  await requireLeading(store)
  const request = parseReadRequest(call.request, store.tail.last())
  const prompt = createOutput(call, signal)
  const output = answers === 'late' ? delayOutput(prompt) : prompt
  await (request.count === 'subscription' ? subscribe(store, request, output) : read(store, request, output))
}

const listen = async (
  server: Server,
  { port, tls, answers }: EventStoreOptions,
  host: string,
): Promise<Listening> => {
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure())
  const isTight = answers === 'tight'
  const front = await startFront(
    { host: isTight ? '127.0.0.1' : host, port: isTight ? 0 : port, tls },
    injector.injectConnection,
  )
  if (!isTight) return front
  const tight = await startTightFront({ host, port }, front.port)
  return {
    port: tight.port,
    close: () => {
      tight.close()
      front.close()
    },
  }
}

type Calls = ReturnType<typeof createCalls>

const addStreams = (server: Server, calls: Calls, store: Store, answers: AnswerMode | undefined): void => {
  server.addService(
    { ...StreamsService, read: readMethod },
    {
      read: calls.streaming(true, (call: ReadCall, signal) => handleRead(store, call, signal, answers)),
      append: calls.unary((call: ServerReadableStream<AppendReq, AppendResp>) => append(store, call)),
      batchAppend: calls.streaming(
        false,
        (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>, signal, end) =>
          batchAppend(store, call, signal, end),
      ),
      delete: calls.unary((call: ServerUnaryCall<DeleteReq, DeleteResp>) => softDelete(store, call)),
      tombstone: calls.unary((call: ServerUnaryCall<TombstoneReq, TombstoneResp>) => tombstone(store, call)),
    },
  )
}

/** What clients ask before they send credentials. */
const addDiscovery = (
  server: Server,
  calls: Calls,
  address: () => Readonly<{ host: string; port: number; isLeading: boolean }>,
): void => {
  const instanceId = randomUUID()
  server.addService(ServerFeaturesService, {
    getSupportedMethods: calls.unary((_call: Question<SupportedMethods>) => supportedMethods(), {
      open: true,
    }),
  })
  server.addService(GossipService, {
    read: calls.unary(
      (call: Question<ClusterInfo>) => {
        const { host, ...rest } = address()
        return clusterInfo({ instanceId, host: dialledHost(call) ?? host, ...rest })
      },
      { open: true },
    ),
  })
}

/** Ends calls with a status, lets the write under way finish, and waits for `drainMs` at most. */
const stopServer = async (
  server: Server,
  calls: Calls,
  store: Store,
  listening: Listening | undefined,
): Promise<void> => {
  calls.refuse()
  const deadline = new Promise<void>((resolve) => setTimeout(resolve, drainMs).unref())
  await Promise.race([store.writer.stop(), deadline])
  calls.endAll()
  listening?.close()
  await Promise.race([new Promise<void>((resolve) => server.tryShutdown(() => resolve())), deadline])
  server.forceShutdown()
  await Promise.race([closeStore(store), deadline])
}

/**
 * Serves EventStoreDB's gRPC protocol on schema `events`. Resolves once this server holds the log; a second
 * one waits as standby.
 */
export const startEventStore = async (options: EventStoreOptions): Promise<RunningEventStore> => {
  const { host = '127.0.0.1', user, password, metrics, answers } = options
  await refuseWrongDatabase(options.databaseUrl)
  const calls = createCalls(
    createAccessCheck(user !== undefined && password !== undefined ? { user, password } : undefined),
  )
  const opened = openStore(options.databaseUrl, () => {
    // Our own old session may hold the lock for a moment; readers of a server that has really lost the log
    // must connect to another one.
    setTimeout(() => {
      if (!opened.writer.isLeading()) calls.endReads(unavailable('another server holds the log'))
    }, limits.writeTimeoutMs).unref()
  })
  const measured = metrics ? measureServer(metrics, opened, calls.openReads) : opened
  const store = answers === 'late' ? delayWrites(measured) : measured
  const server = new Server({
    'grpc.max_receive_message_length': limits.receiveBytes,
    'grpc.max_send_message_length': -1,
  })
  let port = options.port
  addStreams(server, calls, store, answers)
  addDiscovery(server, calls, () => ({ host, port, isLeading: store.writer.isLeading() }))
  addUnimplemented(server)
  let listening: Listening | undefined
  const stop = () => stopServer(server, calls, store, listening)

  try {
    while (!(await store.writer.leading(60_000))) report('info', 'still waiting for the log')
    listening = await listen(server, options, host)
    port = listening.port
    return { port, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
