// Shows notifications where a page may not do so itself, as on Android, and brings whoever presses one back to the table. It answers no
// requests, keeps nothing, and is there only for those who want notifications.

addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil((async () => {
    const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const table = open.find((page) => new URL(page.url).pathname === notification.data);
    await (table ? table.focus() : clients.openWindow(notification.data));
  })());
});
