import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import type { z } from 'zod'
import type { SecurityAnswer, zTotpBegun, zTotpEnabled } from '@hearth/contracts/user'
import { usePost } from '../../data/commands/usePost.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ConfirmCommand } from '../../components/dialog/ConfirmCommand.tsx'
import { CopyButton } from '../../components/action/CopyButton.tsx'
import { Field } from '../../components/form/Field.tsx'
import { formatDay, wallClock } from '../../components/dates/localDate.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from '../Account.module.css'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useZone } from '../useAccount.ts'
import { SECURITY } from './useSecurity.ts'

type Begun = z.infer<typeof zTotpBegun>
type EnableAnswer = z.infer<typeof zTotpEnabled>
const FEW = 3

/** `ABCD EFGH …`, which is easier to read and type. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** The key, for those who type it instead of scanning the code. */
const SecretKey = ({ secret }: { secret: string }) => {
  const t = useText()
  return (
    <>
      <p className="q">{t('account.security.totp.typed')}</p>
      <p>
        <span className={styles['secret']}>{grouped(secret)}</span>{' '}
        <CopyButton quiet text={secret} label="" describedBy={t('account.security.totp.copyKey')} />
      </p>
    </>
  )
}

const Enrolment = ({
  begun,
  onEnabled,
  onCancel,
}: {
  begun: Begun
  onEnabled: (codes: readonly string[]) => void
  onCancel: () => void
}) => {
  const t = useText()
  const [code, setCode] = useState('')
  const enable = usePost<EnableAnswer>('/api/account/totp/enable', {
    touches: [SECURITY],
    rotates: true,
    onSuccess: ({ recoveryCodes }) => onEnabled(recoveryCodes),
  })
  const digits = code.replace(/\s/g, '')
  return (
    <form
      className={styles['enrol']}
      onSubmit={(event) => {
        event.preventDefault()
        if (/^\d{6}$/.test(digits)) enable.run({ code: digits })
      }}
    >
      <div>
        <h3>{t('account.security.totp.scan')}</h3>
        <QrCode svg={begun.qr} label={t('account.security.totp.qr')} />
      </div>
      <div>
        <SecretKey secret={begun.secret} />
        <Field label={t('account.security.totp.code')} help={t('account.security.totp.codeHelp')}>
          {({ error: _error, ...field }) => (
            <OutlinedInput
              value={code}
              onChange={({ target }) => setCode(target.value)}
              sx={{ maxWidth: 180 }}
              inputProps={{ ...field, inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 9 }}
            />
          )}
        </Field>
        <ProblemText error={enable.error} />
        <div className={styles['actions']}>
          <Button
            type="submit"
            variant="contained"
            color="primary"
            disabled={!/^\d{6}$/.test(digits)}
            loading={enable.pending}
          >
            {t('account.security.totp.enable')}
          </Button>
          <Button onClick={onCancel}>{t('account.security.totp.cancel')}</Button>
        </div>
      </div>
    </form>
  )
}

const Disable = () => {
  const t = useText()
  const saved = useSaved()
  const [open, setOpen] = useState(false)
  const disable = usePost('/api/account/totp/disable', {
    touches: [SECURITY],
    onSuccess: () => {
      setOpen(false)
      saved(t('account.security.totp.disabled'))
    },
  })
  return (
    <>
      <Button
        color="error"
        onClick={() => {
          disable.reset()
          setOpen(true)
        }}
      >
        {t('account.security.totp.disable')}
      </Button>
      <ConfirmCommand
        open={open}
        destructive
        title={t('account.security.totp.disableTitle')}
        confirm={t('account.security.totp.disable')}
        keep={t('account.keep')}
        pending={disable.pending}
        error={disable.error}
        onConfirm={() => disable.run({})}
        onClose={() => setOpen(false)}
      >
        {t('account.security.totp.disableText')}
      </ConfirmCommand>
    </>
  )
}

type Totp = SecurityAnswer['totp']

/** When the authenticator was turned on, and how many recovery codes are left. */
const Enabled = ({ totp, enabledAt }: { totp: Totp; enabledAt: string }) => {
  const t = useText()
  const zone = useZone()
  return (
    <div className={styles['body']}>
      <p className="num">
        {t('account.security.totp.since', { day: formatDay(wallClock(enabledAt, zone).date) })},{' '}
        {t('account.security.totp.left', { smart_count: totp.recoveryCodesLeft })}.
      </p>
      {totp.recoveryCodesLeft <= FEW && !totp.compulsory && (
        <p className="small q">{t('account.security.totp.fewLeft')}</p>
      )}
      {totp.compulsory ? <p className="small q">{t('account.security.totp.compulsory')}</p> : <Disable />}
    </div>
  )
}

/** The second step besides the password: sets it up, and shows how many recovery codes are left. */
export const TotpCard = ({ security: { email, totp } }: { security: SecurityAnswer }) => {
  const t = useText()
  const saved = useSaved()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const begin = usePost<Begun>('/api/account/totp/begin', { onSuccess: setBegun })
  const on = totp.enabledAt !== null
  const content = () => {
    if (codes)
      return (
        <RecoveryCodes
          codes={codes}
          email={email}
          onKept={() => {
            setCodes(null)
            saved(t('account.security.totp.enabled'))
          }}
        />
      )
    if (begun)
      return (
        <div className={styles['body']}>
          <Enrolment
            begun={begun}
            onEnabled={(made) => {
              setBegun(null)
              setCodes(made)
            }}
            onCancel={() => setBegun(null)}
          />
        </div>
      )
    if (totp.enabledAt !== null) return <Enabled totp={totp} enabledAt={totp.enabledAt} />
    return (
      <div className={styles['body']}>
        <p className="q">{t('account.security.totp.offText')}</p>
        <ProblemText error={begin.error} />
        <Button loading={begin.pending} onClick={() => begin.run({})}>
          {t('account.security.totp.begin')}
        </Button>
      </div>
    )
  }
  return (
    <Card
      title={t('account.security.totp.title')}
      action={
        <StatusChip tone={on ? 'ok' : 'mute'} plain>
          {t(on ? 'account.security.totp.on' : 'account.security.totp.off')}
        </StatusChip>
      }
    >
      {content()}
    </Card>
  )
}
