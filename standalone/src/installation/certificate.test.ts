import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:tls'
import { expect, test } from 'vitest'
import { createCertificate } from './certificate.ts'

test('is for this machine only, signs itself, and does not end', () => {
  const certificate = new X509Certificate(createCertificate('Hearth event store').certificate)
  expect(certificate.subject).toBe('CN=Hearth event store')
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkIssued(certificate)).toBe(true)
  expect(certificate.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1')
  expect(Date.parse(certificate.validFrom)).toBeLessThan(Date.now())
  expect(new Date(certificate.validTo).getUTCFullYear()).toBe(9999)
})

test('is another one each time', () => {
  const [one, two] = [createCertificate('one'), createCertificate('one')]
  expect(new X509Certificate(one.certificate).serialNumber).not.toBe(
    new X509Certificate(two.certificate).serialNumber,
  )
  expect(one.key).not.toBe(two.key)
})

test.each(['127.0.0.1', 'localhost'])('proves to a client that it has reached %s', async (host) => {
  const { key, certificate } = createCertificate('Hearth event store')
  const server = createServer({ key, cert: certificate }, (socket) => socket.end('hello'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const dial = async (ca: string) => {
    const socket = connect({
      host,
      port,
      ca,
      lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    try {
      return String(await once(socket, 'data'))
    } finally {
      socket.destroy()
    }
  }
  try {
    expect(await dial(certificate)).toBe('hello')
    const other = createCertificate('Hearth event store').certificate
    await expect(dial(other)).rejects.toThrow(/certificate/i)
  } finally {
    server.close()
  }
})
