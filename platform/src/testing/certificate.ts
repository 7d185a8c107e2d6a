import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Creates a certificate that signs itself, and its key, as PEM files in a directory. `names` are those of the
 * certificate, such as `DNS:localhost` or `IP:127.0.0.1`. Returns the paths. Needs openssl.
 */
export const createCertificate = (
  directory: string,
  names: readonly string[],
): Readonly<{ key: string; certificate: string }> => {
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')]
  const options = {
    '-newkey': 'ec',
    '-pkeyopt': 'ec_paramgen_curve:prime256v1',
    '-days': '1',
    '-subj': '/CN=localhost',
    '-addext': `subjectAltName=${names.join(',')}`,
    '-keyout': key,
    '-out': certificate,
  }
  execFileSync('openssl', ['req', '-x509', '-nodes', ...Object.entries(options).flat()], { stdio: 'ignore' })
  return { key, certificate }
}
