import { lazy, Suspense, useEffect } from 'react'
import { Admin, CustomRoutes, Notification, ResourceContextProvider, localStorageStore } from 'react-admin'
import { createBrowserRouter, Navigate, Route, RouterProvider, useLocation } from 'react-router-dom'
import { authProvider } from '../session/authProvider.ts'
import { Guard } from '../session/Guard.tsx'
import { dataProvider } from '../data/records/dataProvider.ts'
import { to } from '../navigation/paths.ts'
import { queryClient } from '../data/records/queryClient.ts'
import { i18nProvider } from '../i18n/i18nProvider.ts'
import { darkTheme, lightTheme } from '../theme/hostTheme.ts'
import { report, reportNavigation } from '../monitoring/monitoring.ts'
import { ErrorPage } from './errors/ErrorPage.tsx'
import { Layout } from './shell/Layout.tsx'
import { NotFound } from '../components/feedback/NotFound.tsx'
import { removeFrame } from './frame.ts'
import { findRoute, routes, type AppRoute } from './routes.tsx'

const store = localStorageStore('1', 'hearth')
const login = routes.find(({ path }) => path === '/login')
const ToUnauthorized = () => <Navigate to={to.unauthorized()} replace />
/** Pages without one for phones are the same on a phone. */
const ToSamePage = () => {
  const { pathname, search } = useLocation()
  // Two slashes would begin the address of another site.
  return <Navigate to={{ pathname: pathname.replace(/^\/mobile\/*/, '/'), search }} replace />
}
const Broken = ({ error }: { error: unknown }) => {
  useEffect(() => report(error), [error])
  useEffect(removeFrame, [])
  return (
    <main style={{ maxWidth: 880, margin: '0 auto', padding: 32 }}>
      <ErrorPage error={error} />
    </main>
  )
}
const Blank = () => null
const PhoneLayout = lazy(() => import('./mobile/PhoneLayout.tsx'))
const Snacks = () => (
  <Notification
    autoHideDuration={8000}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    className="snacks"
  />
)

const Guarded = ({ route: { page: Page, access, path } }: { route: AppRoute }) => (
  <Guard capability={access}>
    <ResourceContextProvider value={path.replace('/mobile/', '/').split('/')[1] ?? ''}>
      <Page />
    </ResourceContextProvider>
  </Guard>
)

const HostAdmin = () => (
  <Admin
    accessDenied={ToUnauthorized}
    authProvider={authProvider}
    catchAll={NotFound}
    darkTheme={darkTheme}
    dataProvider={dataProvider}
    disableTelemetry
    error={Broken}
    i18nProvider={i18nProvider}
    layout={Layout}
    loading={Blank}
    lightTheme={lightTheme}
    loginPage={login?.page ?? false}
    notification={Snacks}
    queryClient={queryClient}
    requireAuth
    store={store}
    title="Hearth"
  >
    <CustomRoutes noLayout>
      {routes
        .filter(({ layout, path }) => layout === 'none' && path !== login?.path)
        .map(({ path, page: Page }) => (
          <Route
            key={path}
            path={path}
            element={
              <Suspense fallback={null}>
                <Page />
              </Suspense>
            }
          />
        ))}
    </CustomRoutes>
    <CustomRoutes noLayout>
      <Route
        element={
          <Suspense fallback={null}>
            <PhoneLayout />
          </Suspense>
        }
      >
        {routes
          .filter(({ layout }) => layout === 'phone')
          .map((route) => (
            <Route key={route.path} path={route.path} element={<Guarded route={route} />} />
          ))}
      </Route>
      <Route path="/mobile/*" element={<ToSamePage />} />
    </CustomRoutes>
    <CustomRoutes>
      {routes
        .filter(({ layout }) => layout === 'shell')
        .map((route) => (
          <Route key={route.path} path={route.path} element={<Guarded route={route} />} />
        ))}
    </CustomRoutes>
  </Admin>
)

/** A data router around the admin, for real paths and for blocking navigation while a form is unsaved. */
const router = createBrowserRouter([{ path: '*', element: <HostAdmin /> }])

let shown = location.pathname
router.subscribe(({ location: { pathname } }) => {
  if (pathname === shown) return
  shown = pathname
  if (findRoute(pathname)?.layout === 'none') removeFrame()
  reportNavigation(findRoute(pathname)?.path)
})

export const App = () => <RouterProvider router={router} />
