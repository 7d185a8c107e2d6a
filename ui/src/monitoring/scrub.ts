import type { Breadcrumb, BrowserOptions, ErrorEvent } from '@sentry/react'

type TransactionEvent = Parameters<NonNullable<BrowserOptions['beforeSendTransaction']>>[0]

export const withoutQuery = (address: string) => address.split(/[?#]/, 1)[0] ?? ''
/** Email addresses and long secrets (tickets, session codes) in an error message. */
const withoutPersons = (text: string) =>
  text.replace(/[^\s@"'<>]+@[^\s@"'<>]+/g, '[e-mail]').replace(/[\w-]{40,}/g, '[secret]')

/** Keeps only the time, kind and status of a breadcrumb. */
const scrubCrumb = ({ timestamp, category, type, level, data }: Breadcrumb): Breadcrumb => ({
  ...(timestamp === undefined ? {} : { timestamp }),
  ...(category === undefined ? {} : { category }),
  ...(type === undefined ? {} : { type }),
  ...(level === undefined ? {} : { level }),
  ...(typeof data?.['status_code'] === 'number' ? { data: { status_code: data['status_code'] } } : {}),
})

/**
 * A report without personal data, queries, fragments, headers and typed text: what failed, where in the code,
 * on which page.
 */
export const scrub = <E extends ErrorEvent | TransactionEvent>(event: E): E => {
  const {
    user: _user,
    server_name: _server,
    extra: _extra,
    request,
    breadcrumbs,
    exception,
    message,
    ...rest
  } = event
  return {
    ...rest,
    ...(request?.url === undefined ? {} : { request: { url: withoutQuery(request.url) } }),
    ...(breadcrumbs === undefined ? {} : { breadcrumbs: breadcrumbs.map(scrubCrumb) }),
    ...(message === undefined ? {} : { message: withoutPersons(message) }),
    ...(exception?.values === undefined
      ? {}
      : {
          exception: {
            values: exception.values.map(({ value, ...one }) => ({
              ...one,
              ...(value === undefined ? {} : { value: withoutPersons(value) }),
            })),
          },
        }),
  } as E
}
