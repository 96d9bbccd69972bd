// Opens a report in a browser and uses it as a reader would.
//
//   node tests/browser/report.js REPORT.html FOLDER-FOR-PICTURES
//
// The page must have the goals of specs/sorted_set.spec and mappings/treeset.map.

"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];
const GOAL = "treeset/largest_kept/largest_is_largest_and_not_is_empty_and_not_geq";
const IMPOSSIBLE = "treeset/largest_replaced/largest_is_e_and_not_is_empty_and_not_geq";

const [report, pictures] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const profile = fs.mkdtempSync(path.join(os.tmpdir(), "specgen-browser-"));
const address = pathToFileURL(path.resolve(report)).href;
const complaints = [];

const goal = (page, id) => page.locator(`[id="${id}"]`);
const shown = (page) => page.locator("details.goal[data-verdict]:visible").count();
const told = (page) => page.locator("#shown").textContent();

/// Everything that the page logs, throws or asks the network for is a complaint.
const listen = (page) => {
  page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (url.split("#")[0] !== address && !url.startsWith("data:")) complaints.push(`request: ${url}`);
  });
};

const filters = async (page) => {
  const all = await shown(page);
  assert.equal(await told(page), `${all} of ${all} goals`);
  const impossible = await page.locator("details.goal.impossible").count();
  await page.locator("label.chip.covered").click();
  assert.equal(await shown(page), impossible);
  await page.locator("label.chip.covered").click();
  await page.locator("#axiom").selectOption("treeset/largest_kept");
  const of_axiom = await shown(page);
  assert.ok(of_axiom > 0 && of_axiom < all);
  assert.equal(await page.locator("article.fact:visible").count(), 1);
  await page.keyboard.press("Escape");
  await page.locator("#clear").click();
  await page.waitForFunction((count) => document.querySelector("#shown").textContent === count,
    `${all} of ${all} goals`);
};

const search = async (page) => {
  const all = await shown(page);
  await page.locator("body").press("/");
  await page.keyboard.type("largest_kept geq");
  const found = await shown(page);
  assert.ok(found > 0 && found < all, `${found} of ${all}`);
  await page.locator("#search").fill("there is no such thing");
  assert.equal(await shown(page), 0);
  assert.ok(await page.locator("#nothing").isVisible());
  await page.keyboard.press("Escape");
  assert.equal(await shown(page), all);
};

const opens = async (page) => {
  await goal(page, GOAL).locator("summary").first().click();
  const model = goal(page, GOAL).locator("svg.model");
  await model.waitFor();
  assert.ok(await model.locator("rect.witness").count() > 0);
  const box = await model.boundingBox();
  assert.ok(box.width > 100 && box.height > 100);
  assert.ok(await goal(page, GOAL).locator("table.grid").first().isVisible());
  await goal(page, GOAL).locator("summary", { hasText: "the test" }).click();
  assert.ok((await goal(page, GOAL).locator("pre.source").textContent()).includes("#[test]"));
};

const follows = async (page) => {
  await page.goto(`${address}#${IMPOSSIBLE}`);
  const link = goal(page, IMPOSSIBLE).locator("ul.core a", { hasText: "[largest_kept]" });
  await link.waitFor();
  // A link leads on even to what a filter hides.
  await page.locator("#axiom").selectOption("treeset/largest_replaced");
  await link.click();
  await page.waitForFunction(() => location.hash === "#treeset/largest_kept");
  await goal(page, "treeset/largest_kept").waitFor();
};

const keys = async (page) => {
  await page.goto("about:blank");
  await page.goto(address);
  await page.locator("body").press("j");
  await page.locator("body").press("j");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("details.goal[open]").count(), 1);
  const second = await page.locator("details.goal").nth(1).getAttribute("open");
  assert.notEqual(second, null);
};

const look = async (browser, name, width, colorScheme) => {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  listen(page);
  await page.goto(`${address}#${GOAL}`);
  await goal(page, GOAL).locator("svg.model").waitFor();
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(excess <= 0, `the page is ${excess} pixels wider than ${width}`);
  const picture = path.join(pictures, `report-${name}.png`);
  await page.screenshot({ path: picture });
  assert.ok(fs.statSync(picture).size > 10_000);
  await page.close();
};

const without_script = async (browser) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  assert.ok(!await page.locator("#filters").isVisible());
  await goal(page, GOAL).locator("summary").first().click();
  assert.ok(await goal(page, GOAL).locator("svg.model").isVisible());
  await context.close();
};

const main = async () => {
  fs.mkdirSync(pictures, { recursive: true });
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: FLAGS });
  const page = await context.newPage();
  listen(page);
  await page.goto(address);
  assert.match(await page.title(), /SortedSet\[TotalOrder\]/);
  for (const step of [filters, search, opens, follows, keys]) {
    await step(page);
    console.log(`ok  ${step.name}`);
  }
  await context.close();
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  await look(browser, "wide", 1280, "light");
  await look(browser, "wide-dark", 1280, "dark");
  await look(browser, "narrow", 390, "light");
  await without_script(browser);
  await browser.close();
  assert.deepEqual(complaints, []);
  console.log(`ok  pictures are in ${pictures}`);
};

const end = (code) => {
  fs.rmSync(profile, { recursive: true, force: true });
  // A browser that is still open would keep the process alive.
  process.exit(code);
};

main().then(() => end(0), (error) => {
  console.error(error, complaints);
  end(1);
});
