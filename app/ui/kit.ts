/**
 * What every page has around its screen, and what most screens are made of: one file for the browser.
 *
 * The compiler makes a file of what exactly the same screens import. Without this there would be a hundred of a few hundred bytes,
 * each compressed by itself (decision 0279), so every screen and every part that comes late imports it, whatever it uses of it. What
 * few screens use does not belong here: all of them would load it.
 */
import "~/live/interrupted";
import "~/live/live";
import "~/live/notifications";
import "~/live/task-notices";
import "~/live/use-refetch";
import "./banner";
import "./copy-button";
import "./csv-link";
import "./error-page";
import "./page";
import "./page-meta";
import "./pager";
import "./panel";
import "./popup";
import "./refresh";
import "./refused";
import "./scroll-restoration";
import "./select-field";
import "./shell";
import "./stale";
import "./status-dot";
import "./table";
import "./text-field";
import "./use-answered-form";
import "./use-kept-answer";
import "~/domain/hidden-characters";
import "~/domain/pricing/sizes";
import "~/domain/tasks/states";
import "~/domain/tasks/tags";
import "~/domain/typed-dollars";
import "./badge";
import "./check-field";
import "./facts";
import "./field-state";
import "./form-popup";
import "./stat";
import "./tabs";
import "./textarea-field";
