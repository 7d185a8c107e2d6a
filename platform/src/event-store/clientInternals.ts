import { isIP } from 'node:net'
import { createSecureContext, type ConnectionOptions } from 'node:tls'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { UnavailableError } from '@eventstore/db-client'
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import service from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import {
  credentials,
  status,
  type Channel,
  type ChannelCredentials,
  type ChannelOptions,
  type ServiceError,
} from '@grpc/grpc-js'

/*
 * The only file that uses members of @eventstore/db-client and @grpc/grpc-js that are not public. What needs
 * them:
 *
 * - Our own batch append (docs/decisions/0004-own-batch-append.md) goes over the client's connection, so that
 *   the client still finds the server, signs in and reconnects. `GRPCStreamCreator` opens a call on that
 *   connection, `callArguments` gives its metadata and options.
 * - A wider window (docs/decisions/0029-a-wider-window.md). The client has no setting for it; `createChannel`
 *   is where it makes its connections, and `internalChannel` holds the options of one.
 * - Leaving a node that has gone silent (docs/domain/event-store.md#silent-nodes). The client leaves a
 *   connection by itself only when a call on it fails; `getGRPCClient` gives the connection, `handleError`
 *   reports that it failed.
 * - TLS to a node that is known by its IP address, as gossip often names it. `_createSecureConnector` sets the
 *   options of TLS.
 *
 * clientInternals.test.ts fails when a version of the client no longer has them.
 */

const isTlsOptions = (value: unknown): value is ConnectionOptions =>
  typeof value === 'object' && value !== null

/**
 * gRPC gives TLS each host as the name of the server. RFC 6066 allows no IP address there: Node 26 refuses it,
 * so that no connection is made; earlier versions warn. Without a name TLS compares the certificate with the
 * host itself.
 */
const omitServerNamesOfAddresses = (): void => {
  const anyCredentials = credentials.createFromSecureContext(createSecureContext({ ca: [] }))
  const secure: ChannelCredentials = Object.getPrototypeOf(anyCredentials)
  const createSecureConnector = secure._createSecureConnector
  secure._createSecureConnector = function (target, options, callCredentials) {
    const connector = createSecureConnector.call(this, target, options, callCredentials)
    const tls = 'connectionOptions' in connector ? connector.connectionOptions : undefined
    if (isTlsOptions(tls) && isIP(tls.servername ?? '') !== 0) delete tls.servername
    return connector
  }
}
// Once for all clients of the process: the prototype is shared.
omitServerNamesOfAddresses()

export type BatchAppendCall = ReturnType<StreamsClient['batchAppend']>

const createOpener = function (
  this: EventStoreDBClient,
  onOpen: (call: BatchAppendCall, forget: () => void) => void,
): () => Promise<BatchAppendCall> {
  const calls = new WeakMap<StreamsClient, BatchAppendCall | Promise<BatchAppendCall>>()
  const open = (client: StreamsClient): BatchAppendCall => {
    const call = client.batchAppend(...this.callArguments({}, { deadline: Infinity }))
    onOpen(call, () => calls.delete(client))
    return call
  }
  return this.GRPCStreamCreator(service.StreamsClient, 'append', open, calls)
}

/**
 * Answers the batch append call on the client's present connection and opens it when there is none; `onOpen`
 * gets each new one. After `forget` the next use opens another.
 */
export const createBatchAppendOpener = (
  client: EventStoreDBClient,
  onOpen: (call: BatchAppendCall, forget: () => void) => void,
): (() => Promise<BatchAppendCall>) => createOpener.call(client, onOpen)

/** Sets the HTTP/2 window of the client's connections and of each of their streams. */
export const setFlowControlWindow = (client: EventStoreDBClient, bytes: number): void => {
  const createChannel: () => Promise<Channel> = client['createChannel']
  client['createChannel'] = async () => {
    const channel = await createChannel()
    const options: ChannelOptions = channel['internalChannel'].getOptions()
    options['grpc-node.flow_control_window'] = bytes
    return channel
  }
}

const SILENT = new Set([status.DEADLINE_EXCEEDED, status.UNAVAILABLE, status.CANCELLED])

/**
 * Asks the server on the client's present connection for anything. Without an answer within `ms` it closes
 * that connection, so that the next call looks for a node again, for this one last. Resolves with whether it
 * did; it may wait for a connection first.
 */
export const leaveUnlessAnswered = async (client: EventStoreDBClient, ms: number): Promise<boolean> => {
  const server = await client['getGRPCClient'](features.ServerFeaturesClient, 'ping')
  const [metadata, options] = client['callArguments']({}, { deadline: Date.now() + ms })
  const error = await new Promise<ServiceError | null>((resolve) =>
    server.getSupportedMethods(new shared.Empty(), metadata, options, resolve),
  )
  if (!error || !SILENT.has(error.code)) return false
  await client['handleError'](server, new UnavailableError(undefined, 'The node has gone silent'))
  return true
}
