import { defineMillraceRoutes } from "./app/routes.js";

/** @type {import('@remix-run/dev').AppConfig} */
export default {
  ignoredRouteFiles: ["**/*"],
  routes: defineMillraceRoutes,
  serverModuleFormat: "esm",
  // `npm start` builds it in another folder and renames that when it is complete (worker/up/build.ts).
  serverBuildPath: `${process.env.MILLRACE_BUILD_FOLDER ?? "build"}/index.js`,
  // A list in a JSON file, which Node imports only with an attribute that the bundler drops.
  serverDependenciesToBundle: ["i18n-iso-countries/langs/en.json"],
  // The stylesheet is built by the Tailwind CLI, once, not by Remix.
  tailwind: false,
  postcss: false,
  browserNodeBuiltinsPolyfill: { modules: { events: true, buffer: true } },
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: true,
    v3_singleFetch: true,
  },
};
