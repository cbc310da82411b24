/** The style of all pages of the sandbox, light and dark. */
export const style = `
:root { color-scheme: light dark; --ground: #f6f7f9; --card: #fff; --text: #16202c; --soft: #55616f;
  --line: #c9d0d8; --field: #76828f; --accent: #3d4bd8; --on-accent: #fff; --bad: #a4161a; --bad-ground: #fdecec; --note: #fff4d6;
  --note-text: #5c4300; --focus: #3d4bd8; }
@media (prefers-color-scheme: dark) { :root { --ground: #10151c; --card: #19212b; --text: #e8edf3; --soft: #a5b1bf;
  --line: #465362; --field: #8592a1; --accent: #8f9bff; --on-accent: #10151c; --bad: #ffb3b0; --bad-ground: #431a1c; --note: #3b2f0c;
  --note-text: #ffe3a1; --focus: #b3bcff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
.sandbox { margin: 0; padding: 8px 16px; background: var(--note); color: var(--note-text); text-align: center;
  font-size: 14px; }
main { width: min(440px, 100%); margin: 0 auto; padding: 24px 16px 48px; }
.box { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 24px; }
h1 { margin: 0 0 4px; font-size: 20px; line-height: 1.3; }
.amount { margin: 0 0 4px; font-size: 34px; font-weight: 650; line-height: 1.2;
  font-variant-numeric: tabular-nums; }
.soft { color: var(--soft); margin: 0 0 16px; font-size: 14px; overflow-wrap: anywhere; }
label { display: block; margin: 16px 0 4px; font-size: 14px; font-weight: 600; }
input { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--field); border-radius: 8px;
  background: var(--card); color: var(--text); font: inherit; font-variant-numeric: tabular-nums; }
input::placeholder { color: var(--soft); opacity: 1; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
button, .button { display: block; width: 100%; min-height: 46px; margin-top: 24px; padding: 10px 16px; border: 0;
  border-radius: 8px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 650;
  text-align: center; text-decoration: none; cursor: pointer; }
.second { margin-top: 12px; background: transparent; color: var(--text); border: 1px solid var(--field); }
.error { margin: 16px 0 0; padding: 10px 12px; border-radius: 8px; background: var(--bad-ground); color: var(--bad); }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
td { padding: 6px 0; vertical-align: top; }
td:last-child { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; padding-left: 12px; }
details { margin-top: 20px; font-size: 14px; color: var(--soft); }
summary { cursor: pointer; padding: 4px 0; }
code { font-family: ui-monospace, monospace; font-size: 13px; white-space: nowrap; color: var(--text); }
`;
