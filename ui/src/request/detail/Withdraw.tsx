import { ConfirmedCommand } from '../../components/dialog/ConfirmedCommand.tsx'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'

/** Takes a request back, for the side that opened it. `text`: what ends with it. */
export const Withdraw = ({ request, text }: Readonly<{ request: RequestRecord; text: string }>) => {
  const t = useText()
  return (
    <ConfirmedCommand
      destructive
      resource="requests"
      verb="withdraw"
      id={request.id}
      label={t('request.service.withdraw')}
      title={t('request.service.withdrawTitle')}
      text={text}
      keep={t('request.service.keep')}
      saved={t('request.service.withdrawn')}
    />
  )
}
