import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import { globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: "Configuration is read in app/env.server.ts alone.",
};

export default tseslint.config(
  globalIgnores([
    "build/",
    "public/build/",
    "public/cli/",
    "worker/cli/generated/",
    "app/generated/",
    "app/styles/build.css",
    ".millrace/",
    "tests/.artifacts/",
  ]),
  ...tseslint.configs.strict,
  {
    rules: {
      "no-console": "error",
      "no-restricted-syntax": ["error", environment],
      "no-restricted-imports": [
        "error",
        {
          name: "@remix-run/react",
          importNames: ["Link", "NavLink"],
          message: "Use ~/ui/link (decision 0100).",
        },
      ],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-var": "error",
      "prefer-const": "error",
      "no-implicit-coercion": ["error", { boolean: false, allow: ["!!"] }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-invalid-void-type": "off",
      "@typescript-eslint/no-dynamic-delete": "off",
      "@typescript-eslint/unified-signatures": "off",
    },
  },
  {
    // A promise that nobody waits for hides its failure: worth the types, where the work is done on the server.
    files: ["app/domain/**/*.ts", "app/http/**/*.ts", "worker/**/*.ts"],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-floating-promises": ["error", { ignoreVoid: true }],
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
    },
  },
  {
    files: ["app/**/*.tsx", "app/ui/**/*.ts", "app/live/**/*.ts"],
    plugins: { "react-hooks": reactHooks, "jsx-a11y": jsxA11y },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": ["error", { additionalHooks: "useBeforePaint" }],
      ...jsxA11y.flatConfigs.recommended.rules,
      // They do not know that a native dialog closes with Escape, and that its backdrop is only a second way.
      "jsx-a11y/click-events-have-key-events": "off",
      "jsx-a11y/no-noninteractive-element-interactions": "off",
    },
  },
  {
    // What is started from a shell talks to a person there, and reads or sets its children's environment.
    files: [
      "worker/up/**",
      "worker/agent/**",
      "worker/cli/**",
      "worker/sandbox-stripe/main.ts",
      "prisma/**",
      "tests/**",
      "*.js",
      "*.ts",
      "app/env.server.ts",
    ],
    rules: { "no-restricted-syntax": "off", "no-console": "off" },
  },
  {
    files: ["**/*.js", "**/*.mjs"],
    rules: { "@typescript-eslint/consistent-type-imports": "off" },
  },
);
