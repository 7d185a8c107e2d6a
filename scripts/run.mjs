import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from './files.mjs'

/**
 * Runs a program in the repository and resolves with its exit code (1 when a signal ended it).
 * @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export const run = (command, args, env = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })

/**
 * As `run`, with all that it prints kept until it ends, for what runs beside something else.
 * @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export const runAside = async (command, args, env = {}) => {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const [code] = await once(child, 'close')
  process.stdout.write(Buffer.concat(output))
  return code ?? 1
}

/** npm itself, whichever runs us. @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
export const npm = (args, env = {}, runWith = run) => {
  const cli = process.env['npm_execpath']
  return cli?.endsWith('.js') || cli?.endsWith('.cjs')
    ? runWith(process.execPath, [cli, ...args], env)
    : runWith('npm', args, env)
}
