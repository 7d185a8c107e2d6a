import { useState } from 'react'
import { Button } from '@mui/material'
import type { SecurityAnswer } from '@hearth/contracts/user'
import { to } from '../../navigation/paths.ts'
import { usePost } from '../../data/commands/usePost.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ConfirmCommand } from '../../components/dialog/ConfirmCommand.tsx'
import { formatDay, wallClock } from '../../components/dates/localDate.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from '../Account.module.css'
import { useZone } from '../useAccount.ts'
import { SECURITY } from './useSecurity.ts'

type Provider = SecurityAnswer['providers'][number]

const UnlinkButton = ({ id, name }: Pick<Provider, 'id' | 'name'>) => {
  const t = useText()
  const saved = useSaved()
  const [asking, setAsking] = useState(false)
  const unlink = usePost('/api/account/idp/unlink', {
    touches: [SECURITY],
    onSuccess: () => {
      setAsking(false)
      saved(t('account.security.providers.unlinked', { name }))
    },
  })
  return (
    <>
      <Button
        variant="text"
        size="small"
        aria-label={t('account.security.providers.unlinkOf', { name })}
        onClick={() => {
          unlink.reset()
          setAsking(true)
        }}
      >
        {t('account.security.providers.unlink')}
      </Button>
      <ConfirmCommand
        open={asking}
        destructive
        title={t('account.security.providers.unlinkTitle', { name })}
        confirm={t('account.security.providers.unlink')}
        keep={t('account.keep')}
        pending={unlink.pending}
        error={unlink.error}
        onConfirm={() => unlink.run({ provider: id })}
        onClose={() => setAsking(false)}
      >
        {t('account.security.providers.unlinkText', { name })}
      </ConfirmCommand>
    </>
  )
}

const ProviderLine = ({ provider: { id, name, linkedAt } }: { provider: Provider }) => {
  const t = useText()
  const zone = useZone()
  const link = usePost<{ url: string }>(`/api/login/idp/${encodeURIComponent(id)}`, {
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <li>
      <div>
        <p className="strong">{name}</p>
        <p className="small q num">
          {linkedAt === null
            ? t('account.security.providers.notLinked')
            : t('account.security.providers.linked', { day: formatDay(wallClock(linkedAt, zone).date) })}
        </p>
        <ProblemText error={link.error} />
      </div>
      <div className={styles['acts']}>
        {linkedAt === null ? (
          <Button
            variant="text"
            size="small"
            loading={link.pending}
            aria-label={t('account.security.providers.linkOf', { name })}
            onClick={() => link.run({ link: true, redirect: to.account({ tab: 'security' }) })}
          >
            {t('account.security.providers.link')}
          </Button>
        ) : (
          <UnlinkButton id={id} name={name} />
        )}
      </div>
    </li>
  )
}

/** Other accounts that sign this person in. */
export const ProvidersCard = ({ providers }: { providers: readonly Provider[] }) => {
  const t = useText()
  return (
    <Card title={t('account.security.providers.title')}>
      {providers.length === 0 ? (
        <p className={`${styles['body']} q`}>{t('account.security.providers.none')}</p>
      ) : (
        <ul className={styles['rows']}>
          {providers.map((provider) => (
            <ProviderLine key={provider.id} provider={provider} />
          ))}
        </ul>
      )}
    </Card>
  )
}
